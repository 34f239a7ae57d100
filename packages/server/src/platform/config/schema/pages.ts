import { optionalText, text } from '../kinds.ts'

const PAGE = {
  pattern: /^(?:\/(?![/\\])|https?:\/\/)[\x21-\x5b\x5d-\x7e]*$/,
  expected: 'an address such as https://example.com/terms',
}
const ADDRESS = {
  pattern: /^(?:\/(?![/\\])|https?:\/\/|mailto:[^\s@]+@)[\x21-\x5b\x5d-\x7e]*$/,
  expected: 'an address such as https://example.com/help or mailto:help@example.com',
}

// biome-ignore format: a table is read by its rows
export const pages = {
  accent: text({ env: 'PAGES_ACCENT', default: '#3552c8', pattern: /^#[0-9a-fA-F]{6}$/, expected: 'a colour such as #3552c8', help: 'Colour of buttons and links on the hosted pages.' }),
  radius: text({ env: 'PAGES_RADIUS', default: '10px', pattern: /^\d{1,2}px$/, expected: 'a length such as 10px', help: 'How round the corners are.' }),
  font: optionalText({ env: 'PAGES_FONT', pattern: /^[\w ,'"-]+$/, expected: 'a list of font names', help: 'Fonts, as in CSS; those of the system unless set.' }),
  mark: optionalText({ env: 'BRAND_LOGO', help: 'Image file (SVG, PNG, WebP or JPEG) that is shown beside the name: a square one. A mark in the colour of the pages unless set.' }),
  logo: optionalText({ env: 'PAGES_LOGO', help: 'Image file (SVG, PNG, WebP or JPEG) that is shown instead of the name and its mark.' }),
  darkLogo: optionalText({ env: 'PAGES_LOGO_DARK', help: 'The same for visitors whose system is dark; `PAGES_LOGO` unless set.' }),
  icon: optionalText({ env: 'PAGES_ICON', help: 'Image file (SVG, PNG or ICO) for the tab of the browser.' }),
  support: optionalText({ env: 'PAGES_SUPPORT', ...ADDRESS, help: 'Where people get help: a page, or a mail address as `mailto:help@example.com`. Named in the footer, and where only you can help.' }),
  terms: optionalText({ env: 'PAGES_TERMS', ...PAGE, help: 'Your terms, linked in the footer and where accounts are made.' }),
  privacy: optionalText({ env: 'PAGES_PRIVACY', ...PAGE, help: 'Your privacy policy, linked likewise.' }),
  css: optionalText({ env: 'PAGES_CSS', help: 'Stylesheet file that is added after ours.' }),
  home: optionalText({ env: 'PAGES_HOME', pattern: /^(?:\/(?![/\\])|https?:\/\/)[\x21-\x5b\x5d-\x7e]*$/, expected: 'a path, or an address at an allowed origin', help: 'Where people go after signing in when they did not come from anywhere; `APP_HOME_URL` unless set, and without that `/account`.' }),
} as const

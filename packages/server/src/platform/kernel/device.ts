export type Device = { readonly browser: string | undefined; readonly system: string | undefined }

/** Browsers borrow each other's names and append their own, so a name counts only where nothing unknown follows it. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', / (?:Edg|EdgA|EdgiOS)\/[\d.]+(?: Mobile\/\w+)?(?: Safari\/[\d.]+)?$/],
  ['Opera', / (?:OPR|OPT)\/[\d.]+$/],
  ['Samsung Internet', / SamsungBrowser\/[\d.]+ Chrome\/[\d.]+(?: Mobile)? Safari\/[\d.]+$/],
  ['Firefox', /\) Gecko\/[\d.]+ Firefox\/[\d.]+$| FxiOS\/[\d.]+ Mobile\/\w+ Safari\/[\d.]+$/],
  ['Chrome', /\) Chrome\/[\d.]+(?: Mobile)? Safari\/[\d.]+$| CriOS\/[\d.]+ Mobile\/\w+ Safari\/[\d.]+$/],
  ['Safari', /\) Version\/[\d.]+(?: Mobile\/\w+)? Safari\/[\d.]+$/],
]

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\((?:iPhone|iPod)[; ]/],
  ['iPad', /\(iPad;/],
  ['Android', /\([^)]*\bAndroid\b/],
  ['Windows', /\(Windows NT /],
  ['ChromeOS', /\(X11; CrOS /],
  ['macOS', /\(Macintosh; /],
  ['Linux', /\((?:X11|Wayland); [^)]*\bLinux\b/],
]

export function readDevice(userAgent: string): Device {
  if (!userAgent.startsWith('Mozilla/5.0 (')) return { browser: undefined, system: undefined }
  return { browser: nameIn(BROWSERS, userAgent), system: nameIn(SYSTEMS, userAgent) }
}

const nameIn = (table: typeof BROWSERS, text: string): string | undefined => table.find(([, pattern]) => pattern.test(text))?.[0]

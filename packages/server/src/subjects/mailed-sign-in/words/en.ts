export const en = {
  console: { events: { 'login.code.requested': 'Code to sign in requested' } },
  mailedSignIn: {
    afterwards: 'Sign in with a code that we mail you.',
    allEnded: 'Everyone was signed out. Sign in with a code.',
    title: 'Enter your code',
    sent: 'If this address can sign in here, we have sent it a code. Type it here, or open the link of the email in this browser.',
    sentTo: (email: string) =>
      `If ${email} can sign in here, we have sent it a code. Type it here, or open the link of the email in this browser.`,
    onlyHere: 'Only the newest code works, only in the browser that asked for it, and not after five wrong ones.',
    few: 'Give it a minute, and check your spam folder too. We send at most one email a minute, and few an hour.',
    sendAgain: 'Send a new code',
    sentAgain: 'If this address may get one, a new code is on its way. Only the newest one works.',
    other: 'Use another one',
    elsewhereTitle: 'Your code',
    elsewhere: 'This browser did not ask for the code, so it cannot sign in with it. Type the code where you asked for it.',
    didNotAsk: 'You did not ask for it? Then do nothing. To sign in here:',
    send: 'Email me a code',
    as: (email: string) => `Sign in as ${email}.`,
    newcomers: 'New here? Your first code makes your account.',
    byCode: 'Sign in with a code',
  },
}

type Words = Omit<typeof en, 'console'>
declare module '../../../platform/pages/words/catalogues.ts' {
  interface Messages extends Words {}
}

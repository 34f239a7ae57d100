import type { Browser, Reply } from './browser.ts'
import { GITHUB_APP, type GitHubPerson } from './github-oauth.ts'
import { githubServer } from './github-server.ts'
import { pathOf } from './oauth-world.ts'
import { world } from './world.ts'

export const MONA: GitHubPerson = {
  id: 583231,
  login: 'octocat',
  name: 'Mona Lisa',
  email: 'public@example.com',
  emails: [
    { email: 'old@example.com', verified: true },
    { email: 'mona@example.com', primary: true, verified: true, visibility: 'private' },
    { email: 'public@example.com', verified: true, visibility: 'public' },
  ],
}

/** A service that knows GitHub, as a server of its own, perhaps written with a slash behind it. */
export async function githubWorld({ slash = '' } = {}) {
  const github = await githubServer()
  const here = await world({
    env: {
      OAUTH_GITHUB_ISSUER: github.url + slash,
      OAUTH_GITHUB_CLIENT_ID: GITHUB_APP.id,
      OAUTH_GITHUB_CLIENT_SECRET: GITHUB_APP.secret,
    },
  })
  github.register(`${here.config.server.publicUrl}/auth/oauth/github/callback`)
  github.person(MONA)
  const approved = async (browser: Browser, as: GitHubPerson = MONA): Promise<string> =>
    pathOf(await github.approve((await browser.get('/auth/oauth/github')).body.url, { as }))
  return {
    ...here,
    github,
    approved,
    signIn: async (browser: Browser, as?: GitHubPerson): Promise<Reply> => browser.get(await approved(browser, as)),
  }
}

export const en = {
  console: {
    events: {
      'oauth.login': 'Signed in with a provider',
      'oauth.linked': 'Provider connected',
      'oauth.unlinked': 'Provider disconnected',
    },
  },
}

export const en = {
  console: {
    events: {
      'app.session.created': 'Signed in to an application on another host',
    },
  },
}

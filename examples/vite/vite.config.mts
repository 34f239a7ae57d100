// While you develop: the app and the service are both at Vite's address.
export default {
  server: {
    proxy: { '^/(id|auth)(/|$)': 'http://localhost:3000' },
  },
}

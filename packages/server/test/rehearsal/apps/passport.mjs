import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OpenIDConnectStrategy from 'passport-openidconnect'

const { PORT, ISSUER, CLIENT_SECRET } = process.env

passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: ISSUER,
      authorizationURL: `${ISSUER}/oidc/authorize`,
      tokenURL: `${ISSUER}/oidc/token`,
      userInfoURL: `${ISSUER}/oidc/userinfo`,
      clientID: 'passport',
      clientSecret: CLIENT_SECRET,
      callbackURL: `http://localhost:${PORT}/callback`,
      scope: ['profile', 'email'],
    },
    (_issuer, profile, done) => done(null, { name: profile.displayName, email: profile.emails[0].value }),
  ),
)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: 'a secret of this application alone', resave: false, saveUninitialized: true }))
app.use(passport.session())
app.get('/login', passport.authenticate('openidconnect'))
app.get('/callback', passport.authenticate('openidconnect', { successRedirect: '/', failureRedirect: '/failed' }))
app.get('/', ({ user }, response) => {
  response.send(user ? `<h1>Hello, ${user.name}</h1><p>${user.email}</p>` : '<h1>Nobody</h1><a href="/login">Sign in</a>')
})
app.listen(Number(PORT), '127.0.0.1')

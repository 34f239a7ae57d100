import express from 'express'
import session from 'express-session'
import { allowInsecureRequests, discovery } from 'openid-client'
import { Strategy } from 'openid-client/passport'
import passport from 'passport'

const { PORT, ISSUER, CLIENT_SECRET } = process.env

const insecure = { execute: [allowInsecureRequests] } // both run on this machine, without https
const config = await discovery(new URL(ISSUER), 'passport-pkce', CLIENT_SECRET, undefined, insecure)
passport.use(
  'latchkey',
  new Strategy({ config, scope: 'openid profile email', callbackURL: `http://localhost:${PORT}/callback` }, (tokens, done) => {
    const { name, email } = tokens.claims()
    done(null, { name, email })
  }),
)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: 'a secret of this application alone', resave: false, saveUninitialized: true }))
app.use(passport.session())
app.get('/login', passport.authenticate('latchkey'))
app.get('/callback', passport.authenticate('latchkey', { successRedirect: '/', failureRedirect: '/failed' }))
app.get('/', ({ user }, response) => {
  response.send(user ? `<h1>Hello, ${user.name}</h1><p>${user.email}</p>` : '<h1>Nobody</h1><a href="/login">Sign in</a>')
})
app.listen(Number(PORT), '127.0.0.1')

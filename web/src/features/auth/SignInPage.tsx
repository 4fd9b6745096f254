// '/' for signed-out users: the sign-in form, or the exchange of a ?token= link.
import { getRouteApi } from '@tanstack/react-router'

import { LoginPage } from './LoginPage'
import { TokenSignIn } from './TokenSignIn'

const route = getRouteApi('/_public/')

export function SignInPage() {
  const { token, link } = route.useSearch()
  return token ? <TokenSignIn key={token} token={token} /> : <LoginPage link={link} />
}

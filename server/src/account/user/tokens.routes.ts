import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { createToken, listTokens, removeToken } from './token.service.ts'

export const tokensRoutes = implement(api.tokens, {
  list: listTokens,
  create: createToken,
  remove: removeToken,
})

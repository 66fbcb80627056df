import { api } from '@scinav/contract'
import { type CallCases, type Person, UNKNOWN_ID } from './case.ts'

const createToken = async (person: Person) => {
  const { id } = await person.call(api.tokens.create, { name: '文献助手' })
  return { token_id: id }
}

export const tokensCases: CallCases<typeof api.tokens> = {
  list: { valid: () => ({}) },
  create: { valid: () => ({ name: '文献助手', expires_in_days: 30 }), bad: { name: '', expires_in_days: 7 } },
  remove: {
    valid: ({ ada }) => createToken(ada),
    bad: { token_id: '' },
    foreign: async ({ bo }) => [await createToken(bo), { token_id: UNKNOWN_ID }],
  },
}

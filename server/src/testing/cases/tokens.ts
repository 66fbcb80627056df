import { api } from '@scinav/contract'
import { type CasesOf, NOBODY, type Person } from './case.ts'

const ownToken = async (person: Person) => {
  const { id } = await person.call(api.tokens.create, { name: '文献助手' })
  return { token_id: id }
}

export const tokensCases: CasesOf<typeof api.tokens> = {
  list: { valid: () => ({}) },
  create: { valid: () => ({ name: '文献助手', expires_in_days: 30 }), bad: { name: '', expires_in_days: 7 } },
  remove: {
    valid: ({ ada }) => ownToken(ada),
    bad: { token_id: '' },
    foreign: async ({ bo }) => [await ownToken(bo), { token_id: NOBODY }],
  },
}

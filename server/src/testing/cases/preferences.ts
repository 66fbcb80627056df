import { api } from '@scinav/contract'
import { type CasesOf, NOBODY, type Person } from './case.ts'

const followed = async (person: Person) => {
  const list = [{ kind: 'topic' as const, value: 'diffusion' }]
  const [made] = await person.call(api.preferences.saveSubscriptions, { list })
  return made?.id
}

const oneTopic = (id: string | undefined) => ({ list: [{ id, kind: 'topic', value: 'attention' }] })

export const preferencesCases: CasesOf<typeof api.preferences> = {
  disciplines: { valid: () => ({}) },
  esiDisciplines: { valid: () => ({}) },
  topics: { valid: () => ({ subject_code: '0101' }), bad: { subject_code: 'x'.repeat(9) } },
  savePreferences: {
    valid: () => ({ subject_codes: ['0812'], keywords: ['k'], journals: [], authors: [] }),
    bad: { subject_codes: ['0000'], keywords: [] },
  },
  preferences: { valid: () => ({}) },
  askLater: { valid: () => ({}) },
  saveSubscriptions: {
    valid: () => oneTopic(undefined),
    bad: { list: [{ kind: 'rumour', value: '' }] },
    foreign: async ({ bo }) => [oneTopic(await followed(bo)), oneTopic(NOBODY)],
  },
  subscriptions: { valid: () => ({}) },
  subscriptionPapers: {
    valid: async ({ ada }) => ({ subscription_id: await followed(ada) }),
    bad: { subscription_id: 'x', since: 'yesterday' },
    foreign: async ({ bo }) => [{ subscription_id: await followed(bo) }, { subscription_id: NOBODY }],
  },
  subscriptionPreview: {
    valid: () => ({ kind: 'author', value: 'Wang Wei' }),
    bad: { kind: 'rumour', value: '' },
  },
}

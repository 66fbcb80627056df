import { api } from '@scinav/contract'
import { PASSWORD } from '../password.ts'
import { scriptedSignOn } from '../sso-browser.ts'
import { type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'
import { jobCase } from './platform.ts'

async function requestCode(
  { app }: CaseScene,
  target: string,
  scene: 'register' | 'reset' | 'contact',
): Promise<string> {
  app.pass(61_000)
  await app.guest.call(api.user.sendCode, { target, scene })
  await app.runner.drain()
  return app.outbox.findLast((message) => message.to === target)?.code ?? ''
}

function offerSignOn({ app }: CaseScene): void {
  const person = { subject: 's-1', account: null, nick_name: null, email: null }
  app.base.providers.sso = [scriptedSignOn(async () => person)]
}

export const userCases: CallCases<typeof api.user> = {
  logo: { valid: () => ({}), by: ({ app }) => app.guest },
  current: { valid: () => ({}) },
  logout: { valid: () => ({}), by: ({ bo }) => bo },
  sendCode: {
    valid: () => ({ target: '13800138000', scene: 'register' }),
    bad: { target: 'nobody', scene: 'x' },
  },
  register: {
    valid: async (scene) => ({
      account: 'Cyd',
      password: PASSWORD,
      nick_name: '陈',
      target: 'cy@example.edu.cn',
      code: await requestCode(scene, 'cy@example.edu.cn', 'register'),
      agree: true,
    }),
    bad: { account: '1', password: 'short', nick_name: '', target: 'x', code: '1', agree: false },
    by: ({ app }) => app.guest,
  },
  resetPassword: {
    valid: async (scene) => ({
      target: 'bob@example.edu.cn',
      code: await requestCode(scene, 'bob@example.edu.cn', 'reset'),
      password: 'another-ink-99',
    }),
    bad: { target: 'bob@example.edu.cn', code: 'abc', password: 'x' },
    by: ({ app }) => app.guest,
  },
  login: {
    valid: () => ({ account: 'Ada', password: PASSWORD, return: '#/home?panel=settings' }),
    bad: { account: '', password: '' },
    by: ({ app }) => app.guest,
  },
  menu: { valid: () => ({}) },
  stoppedMenus: { valid: () => ({}) },
  saveSetting: {
    valid: () => ({ key: 'theme', type: 'ui', value: 'dark' }),
    bad: { key: 'a b', type: '', value: 1 },
  },
  setting: { valid: () => ({ key: 'theme', type: 'ui' }), bad: { key: 'a b', type: 'ui' } },
  updateProfile: {
    valid: () => ({ nick_name: '艾达', organization: '清华大学', subject_codes: ['08', '0812'] }),
    bad: { nick_name: '', subject_codes: ['abc'] },
  },
  setContact: {
    valid: async (scene) => ({
      target: 'ada.new@example.edu.cn',
      code: await requestCode(scene, 'ada.new@example.edu.cn', 'contact'),
      password: PASSWORD,
    }),
    bad: { target: 'nobody', code: 'abc' },
  },
  changePassword: {
    valid: () => ({ old_password: PASSWORD, password: 'another-ink-99' }),
    bad: { old_password: '', password: 'short' },
  },
  sessions: { valid: () => ({}) },
  endSession: {
    valid: () => ({}),
    bad: { session_id: 'x'.repeat(65) },
    foreign: async ({ bo }) => {
      const [session] = await bo.call(api.user.sessions, {})
      return [{ session_id: session?.id }, { session_id: UNKNOWN_ID }]
    },
  },
  signOns: {
    valid: (scene) => {
      offerSignOn(scene)
      return {}
    },
  },
  linkSignOn: {
    valid: (scene) => {
      offerSignOn(scene)
      return { provider: 'oidc', password: PASSWORD }
    },
    bad: { provider: 'saml', password: '' },
  },
  unlinkSignOn: {
    valid: async ({ app, ada }) => {
      const identity = { provider: 'oidc', subject: 's-1', user_id: ada.id } as const
      const created_at = app.base.now().toISOString()
      await app.base.db
        .insertInto('sso_identities')
        .values({ ...identity, created_at })
        .execute()
      return { provider: 'oidc', password: PASSWORD }
    },
    bad: { provider: 'saml', password: '' },
  },
  exportData: { valid: () => ({}) },
  exportFile: jobCase,
  remove: { valid: () => ({ password: PASSWORD }), bad: { password: '' }, by: ({ bo }) => bo },
  restore: { valid: () => ({}) },
}

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

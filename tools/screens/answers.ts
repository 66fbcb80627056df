// The screens of answers for `npm run screens`.
import type { Page } from '@playwright/test'
import { APPLICATION, CHAT_QUESTIONS, type ChatScene } from './chats.ts'
import { type LibraryScene, QUERY } from './scene.ts'
import type { ScreenSpec } from './screens.ts'

/** Returns the screens of answers, using the chats of the scene. */
export function answerScreens({ paper_id }: LibraryScene, chats: ChatScene): Record<string, ScreenSpec> {
  const agent = `/#/agent?application_id=${APPLICATION}`
  const chat = (name: keyof ChatScene, act?: ScreenSpec['act']): ScreenSpec => ({
    address: `${agent}&chat_id=${chats[name]}`,
    act: async (page) => {
      await waitForAnswerEnd(page)
      await act?.(page)
    },
  })
  const results = `/#/home/searchResult?q=${encodeURIComponent(QUERY)}`
  return {
    'agent-empty': { address: agent },
    'agent-streaming': {
      address: `${agent}&question=${encodeURIComponent(CHAT_QUESTIONS.streaming)}`,
      act: (page) => page.getByRole('heading', { name: '主要证据' }).waitFor(),
      after: discardChat,
    },
    agent: chat('finished'),
    'agent-cited': chat('finished', (page) => citationMark(page).hover()),
    'agent-end': chat('finished', (page) =>
      page.getByRole('region', { name: '接着问' }).scrollIntoViewIfNeeded(),
    ),
    'agent-sources': chat('finished', openSources),
    'agent-struck': { ...chat('finished', redact), after: restoreClaim },
    'agent-chats': chat('finished', openChats),
    'agent-quotes': chat('quoted'),
    'agent-failed': chat('failed'),
    'agent-nothing': chat('nothing'),
    'agent-long': chat('long'),
    'agent-outside': {
      address: `${agent}&question=${encodeURIComponent(CHAT_QUESTIONS.finished)}`,
      before: offerExternalModel,
      act: (page) => page.getByRole('button', { name: '同意并发送' }).waitFor(),
    },
    scientific: { address: '/#/scientific' },
    'scientific-result': {
      address: `/#/scientific/searchResult?chat_id=${chats.finished}&engines=local&query=${encodeURIComponent(CHAT_QUESTIONS.finished)}`,
      act: waitForAnswerEnd,
    },
    translated: {
      address: `/#/home/searchResult?q=${encodeURIComponent('"rain gauge"')}`,
      act: translate,
    },
    robot: { address: results, act: (page) => page.getByRole('button', { name: 'AI 助手' }).click() },
    'paper-explained': { address: `${results}&paper=${paper_id}`, act: explain },
    'menu-chats': { address: '/#/home', act: openMenu },
  }
}

const citationMark = (page: Page) => page.getByRole('button', { name: /^引用 1，/ }).first()

async function waitForAnswerEnd(page: Page): Promise<void> {
  await page.getByRole('button', { name: '改问题' }).first().waitFor()
}

/** Opens a part that is a column in wide windows and behind a button in others. */
async function openIfHidden(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  if (await button.isVisible()) await button.click()
}
const openSources = (page: Page) => openIfHidden(page, /^依据 \d+ 篇/)
const openChats = (page: Page) => openIfHidden(page, /^对话列表$/)
const openMenu = (page: Page) => openIfHidden(page, /^打开导航$/)

async function explain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'AI 解读' }).click()
  await page.getByRole('dialog', { name: 'AI 解读' }).getByRole('button', { name: '改问题' }).waitFor()
}

async function redact(page: Page): Promise<void> {
  await page.getByRole('button', { name: '删去这半句' }).first().click()
  await page.getByText(/^已删去 \d+ 处/).scrollIntoViewIfNeeded()
}
const restoreClaim = (page: Page) => page.getByRole('button', { name: '恢复' }).click()

async function translate(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^翻译：/ })
    .first()
    .click()
  await page.getByText(/^AI 翻译，请核实/).waitFor()
}

/** Shows the consent dialog of an outside model; the server of the pictures has no such model. */
async function offerExternalModel(page: Page): Promise<void> {
  await page.route('**/app_model_mapping', async (route) => {
    const answer = await (await route.fetch()).json()
    const far = { external: true, host: 'api.deepseek.com', name: 'DeepSeek' }
    await route.fulfill({
      json: { ...answer, data: [{ ...answer.data[0], ...far }, ...answer.data.slice(1)] },
    })
  })
}

/** Stops the running answer and removes the chat, so that the lists in other pictures are unchanged. */
async function discardChat(page: Page): Promise<void> {
  const stop = page.getByRole('button', { name: '停止' })
  if (await stop.isVisible()) await stop.click()
  const chat_id = /chat_id=([^&]+)/.exec(page.url())?.[1]
  if (!chat_id) return
  const address = new URL(`/api/application/${APPLICATION}/chat/${chat_id}`, page.url()).href
  await page.request.delete(address, { headers: { 'x-login-type': 'front' } })
}

// Twenty questions of every kind, in both languages, whose answers `npm run screens` captures; without a model.
import type { BrowserContext } from '@playwright/test'
import type { RunningServer } from '../../e2e/support/server.ts'
import type { ScreenSpec } from './screens.ts'

const headers = { 'x-login-type': 'front' }

/** Questions on the starter library, by the name of their picture. */
const QUESTIONS = {
  'number-zh': 'AlexNet 在 ImageNet 上的 top-5 错误率是多少？',
  'number-en': 'How many layers does ResNet have?',
  'definition-zh': '什么是注意力机制？',
  'definition-en': 'What is a generative adversarial network?',
  'list-zh': '推荐几篇强化学习的经典论文',
  'list-en': 'List papers on word embeddings since 2013',
  'author-zh': 'Geoffrey Hinton 写过哪些论文？',
  'comparison-zh': '循环神经网络和 Transformer 有什么区别？',
  'comparison-en': 'Compare dropout and batch normalization',
  'method-zh': '怎样训练很深的神经网络？',
  'method-en': 'How does MapReduce handle failures of machines?',
  'cause-zh': '深度学习的训练为什么需要大量数据？',
  'conclusion-en': 'Does sleep improve memory consolidation?',
  'refusal-zh': '嫦娥六号带回的月壤里氦三的确切克数是多少？',
  'refusal-en': 'What is the boiling point of unobtainium?',
  'talk-zh': '你好，你能做什么？',
  'talk-en': 'Thank you!',
  'title-zh': 'Attention Is All You Need 的作者是谁，发表在哪里？',
} as const

const CHOSEN_PAPER_QUESTIONS = {
  'chosen-zh': '这几篇的方法和局限有什么不同？',
  'chosen-en': 'What data do these papers use?',
} as const

/** Ids of chats by the name of their picture. */
export type QuestionScene = Record<string, string>

/** Asks each question in its own chat and waits for the answer to end. */
export async function createQuestionScene(
  { request }: BrowserContext,
  { url }: RunningServer,
): Promise<QuestionScene> {
  const application = `${url}/api/application`
  const asked = async (message: string, more: object = {}): Promise<string> => {
    const opened = await request.get(`${application}/academic_qa/chat/open`, { headers })
    const { chat_id } = (await opened.json()).data
    const data = { message, model: 'extractive', ...more }
    const answer = await request.post(`${application}/chat_message/${chat_id}`, { headers, data })
    if (!answer.ok()) throw new Error(await answer.text())
    return chat_id
  }
  const chats: QuestionScene = {}
  for (const [name, message] of Object.entries(QUESTIONS)) chats[name] = await asked(message)
  const data = { query: 'deep learning', facets: false }
  const found = await request.post(`${url}/api/paper/search`, { headers, data })
  const { list } = (await found.json()).data
  const paper_id_list = list.slice(0, 3).map(({ id }: { id: string }) => id)
  for (const [name, message] of Object.entries(CHOSEN_PAPER_QUESTIONS))
    chats[name] = await asked(message, { paper_id_list })
  return chats
}

/** Returns the screens of the answers. */
export function questionScreens(asked: QuestionScene): Record<string, ScreenSpec> {
  const entries = Object.entries(asked).map(([name, chat_id]): [string, ScreenSpec] => [
    `answer-${name}`,
    {
      address: `/#/agent?application_id=academic_qa&chat_id=${chat_id}`,
      act: (page) => page.getByRole('button', { name: '改问题' }).first().waitFor(),
    },
  ])
  return Object.fromEntries(entries)
}

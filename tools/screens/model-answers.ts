// Answers by a model in their states, for the pictures of `npm run screens`: while and after their citations are
// checked, with changes undone, with a model that fails, and with content that needs room.
import type { BrowserContext, Page } from '@playwright/test'
import type { RunningServer } from '../../e2e/support/server.ts'
import { defaultHelperReply, type HelperTask, verdictsOn } from '../../server/src/testing/scripted-helpers.ts'
import type { ScriptedRequest } from '../../server/src/testing/scripted-model-server.ts'
import { hang, refuse, type ScriptedReply, say } from '../../server/src/testing/scripted-replies.ts'
import type { ScreenSpec } from './screens.ts'

const headers = { 'x-login-type': 'front' }
const APPLICATION = 'academic_qa'

/** The account that asks, and one that has used all its tokens of the day. */
export const ASKER = 'scholar3'
export const SPENDER = 'scholar4'

/** Tokens a person may use a day, and the cost of an answer that uses them up. */
const TOKENS_PER_DAY = 20_000_000
const SPENT = { prompt_tokens: TOKENS_PER_DAY, completion_tokens: 1 }
export const modelStatesEnv = { AI_TOKENS_PER_DAY: String(TOKENS_PER_DAY) }

const QUESTIONS = {
  checked: '深度学习在图像识别里有哪些代表性的做法？',
  down: '循环神经网络怎样处理序列？',
  empty: '残差网络为什么可以训练得很深？',
  refused: '注意力机制是怎样工作的？',
  rich: '卷积神经网络的结构怎样比较？',
  checking: '深度学习的表示是怎样逐层学到的？',
  spending: '深度学习有哪些常用的优化算法？',
  spent: '随机失活怎样减轻过拟合？',
}
type StateName = keyof typeof QUESTIONS
/** Ids of chats by the state of their answers; `checking` is asked for its picture. */
export type ModelAnswerScene = Record<Exclude<StateName, 'checking' | 'spending'>, string>

/** Claims that the check finds at fault: too far, replaced, deleted, and kept with its warning. */
const FAULTY_CLAIMS = {
  far: '这一做法在几乎所有任务上都更好',
  replaced: '深度学习从此取代了所有传统方法',
  deleted: '训练一个这样的网络只需要三分钟',
  kept: '错误率因此降到了 0.97%',
}
const REPLACEMENT = '深度学习可以从数据里学到多层的表示'
const SLOW_CLAIM = '每一层都在前一层的基础上学到更抽象的表示'

/** Returns the scripted model's answer to a question of these states; null for any other request. */
export function modelStateReply({ body }: ScriptedRequest): ScriptedReply | null {
  const asked = JSON.stringify(body.messages ?? [])
  const [name] = Object.entries(QUESTIONS).find(([, question]) => asked.includes(question)) ?? []
  const quotes = [...String(body.messages?.at(-1)?.content ?? '').matchAll(/^(E\d+\.\d+) (.+)$/gm)]
    .map(([, id = '', text = '']) => ({ id, text: text.replace(/[。.!?！？]$/, '') }))
    .filter(({ text }) => text.length > 20)
  switch (name as StateName | undefined) {
    case 'checked':
      return say(checkedAnswer(quotes))
    case 'checking':
      return say(`${quotes[0]?.text} [${quotes[0]?.id}]。${SLOW_CLAIM} [${quotes[1]?.id}]。`)
    case 'rich':
      return say(richAnswer(quotes))
    case 'spending':
      return say(`${quotes[0]?.text} [${quotes[0]?.id}]。`, { usage: SPENT })
    case 'down':
      return refuse(500)
    case 'empty':
      return say('')
    case 'refused':
      return say('很抱歉，我无法回答这个问题。')
    default:
      return null
  }
}

type Quote = { id: string; text: string }

function checkedAnswer(quotes: Quote[]): string[] {
  const [first = '', second = '', third = ''] = quotes.map(({ id }) => id)
  return [
    `${quotes[0]?.text} [${first}]。${FAULTY_CLAIMS.far} [${second}]。\n\n`,
    `- ${quotes[1]?.text} [${second}]。\n- ${FAULTY_CLAIMS.replaced} [${third}]。\n- ${quotes[2]?.text} [${third}]。\n\n`,
    `另外，${FAULTY_CLAIMS.kept} [${first}]。${FAULTY_CLAIMS.deleted} [${second}]。`,
  ]
}

function richAnswer(quotes: Quote[]): string[] {
  const mark = (at: number) => `[${quotes[at % Math.max(1, quotes.length)]?.id}]`
  const head = ['结构', '参数共享', '感受野', '计算量', '适合的数据', '主要局限', '依据']
  const rows = [
    ['全连接网络', '无', '全局', '$O(n^2)$', '定长向量', '参数太多，容易过拟合', mark(0)],
    ['卷积网络', '同一层的各个位置', '逐层扩大', '$O(k^2 n c^2)$', '图像、频谱', '难以看到远处', mark(1)],
    ['循环网络', '各个时刻', '以前的全部', '$O(n d^2)$', '序列', '不能并行，梯度消失', mark(2)],
  ]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`
  return [
    `卷积层在每个位置使用同一组权重 ${mark(0)}，第 $k$ 个特征图为\n\n`,
    '$$h_{ij}^{k}=\\sigma\\Big(\\sum_{c=1}^{C}\\sum_{u=-r}^{r}\\sum_{v=-r}^{r}W^{k}_{c,u,v}\\,x_{c,\\,i+u,\\,j+v}+b_{k}\\Big),\\qquad k=1,\\dots,K,\\quad 1\\le i\\le H,\\quad 1\\le j\\le W$$\n\n',
    `### 比较\n\n${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}\n`,
    '### 代码\n\n```python\nclass ConvolutionalBlock(torch.nn.Module):\n    def __init__(self, in_channels: int, out_channels: int, kernel_size: int = 3, stride: int = 1, padding: int = 1):\n        super().__init__()\n        self.conv = torch.nn.Conv2d(in_channels, out_channels, kernel_size, stride, padding)\n```\n\n',
    '实现见 https://example.org/a/very/long/address/that/never/ends/and/has/no/place/to/break/ConvolutionalBlock_reference_implementation_v2.html?section=training&language=zh-CN#parameters ，行内代码 `torch.nn.functional.conv2d(input, weight, bias, stride, padding, dilation, groups)` 也不应撑破版面。',
  ]
}

/** Returns the reply to a helper task; without effect where it is not about an answer of these states. */
export function modelStateHelp(task: HelperTask, { body }: ScriptedRequest): ScriptedReply {
  const prompt = String(body.messages.at(-1)?.content ?? '')
  if (task === 'judge-citations') {
    if (prompt.includes(SLOW_CLAIM)) return hang()
    return say(verdictsOn(prompt, verdictOf))
  }
  if (task === 'revise') return say(reviseReply(prompt))
  return say(defaultHelperReply(task, body.messages))
}

function verdictOf(claim: string): string | { verdict: string; fault: string } {
  if (claim.includes(FAULTY_CLAIMS.far)) return { verdict: 'partly', fault: '几乎所有任务' }
  const isFaulty = [FAULTY_CLAIMS.replaced, FAULTY_CLAIMS.deleted, FAULTY_CLAIMS.kept].some((one) =>
    claim.includes(one),
  )
  return isFaulty ? { verdict: 'unsupported', fault: claim.slice(-8) } : 'supported'
}

/** Replaces one sentence, deletes one and leaves the others. */
function reviseReply(prompt: string): string {
  const items = [...prompt.matchAll(/<item-\w+ (\d+)>([\s\S]*?)<\/item-\w+>/g)]
  const lines = items.map(([, at, item = '']) => {
    const [, id = 'E1'] = /(E\d+(?:\.\d+)?)/.exec(item) ?? []
    if (item.includes(FAULTY_CLAIMS.replaced)) return `${at}: ${REPLACEMENT} [${id}]。`
    return item.includes(FAULTY_CLAIMS.deleted) ? `${at}: DELETE` : ''
  })
  return lines.filter(Boolean).join('\n')
}

/** Asks every question once, those after the tokens are spent as another user, and waits for the answers to end. */
export async function createModelAnswers(
  context: BrowserContext,
  { url }: RunningServer,
  logInAs: (account: string) => Promise<void>,
): Promise<ModelAnswerScene> {
  const ask = async (name: StateName): Promise<string> => {
    const { request } = context
    const opened = await request.get(`${url}/api/application/${APPLICATION}/chat/open`, { headers })
    const { chat_id } = (await opened.json()).data
    const data = { message: QUESTIONS[name] }
    const answer = await request.post(`${url}/api/application/chat_message/${chat_id}`, { headers, data })
    if (!answer.ok()) throw new Error(await answer.text())
    return chat_id
  }
  await logInAs(SPENDER)
  await ask('spending')
  const spent = await ask('spent')
  await logInAs(ASKER)
  return {
    spent,
    down: await ask('down'),
    empty: await ask('empty'),
    refused: await ask('refused'),
    rich: await ask('rich'),
    checked: await ask('checked'),
  }
}

/** Returns the screens of the answers, as the user who asked sees them. */
export function modelAnswerScreens(chats: ModelAnswerScene): Record<string, ScreenSpec> {
  const agent = `/#/agent?application_id=${APPLICATION}`
  const chat = (name: keyof ModelAnswerScene, act?: ScreenSpec['act']): ScreenSpec => ({
    address: `${agent}&chat_id=${chats[name]}`,
    act: async (page) => {
      await page.getByRole('button', { name: '改问题' }).first().waitFor()
      await act?.(page)
    },
  })
  return {
    'model-checking': {
      address: `${agent}&question=${encodeURIComponent(QUESTIONS.checking)}`,
      act: (page) => page.getByText('正在核对引文').waitFor(),
    },
    'model-checked': chat('checked'),
    'model-partial': chat('checked', (page) => focusMark(page, '原文部分支持')),
    'model-unsupported': chat('checked', (page) => focusMark(page, '原文不支持')),
    'model-revised': chat('checked', scrollToRevisions),
    'model-undone': { ...chat('checked', undoRevision), after: redoRevision },
    'model-down': chat('down'),
    'model-empty': chat('empty'),
    'model-refused': chat('refused'),
    'model-rich': chat('rich'),
    'model-rich-table': chat('rich', (page) => scrollTo(page, '比较')),
    'model-rich-code': chat('rich', (page) => scrollTo(page, '代码')),
    'model-composer': { address: agent, act: (page) => page.getByText(/^由 .+ 作答/).waitFor() },
    'model-composer-off': {
      address: agent,
      act: (page) => page.getByRole('checkbox', { name: '不使用模型' }).check(),
    },
  }
}

/** Returns the screens of the user whose tokens of the day are used up. */
export const spentScreens = ({ spent }: ModelAnswerScene): Record<string, ScreenSpec> => ({
  'model-spent': {
    address: `/#/agent?application_id=${APPLICATION}&chat_id=${spent}`,
    act: (page) => page.getByRole('button', { name: '改问题' }).first().waitFor(),
  },
})

const focusMark = (page: Page, support: string) =>
  page
    .getByRole('button', { name: new RegExp(`^引用 \\d+，${support}：`) })
    .first()
    .focus()

const revisions = (page: Page) => page.getByRole('region', { name: '核对后的修改' })
const scrollToRevisions = (page: Page) => revisions(page).scrollIntoViewIfNeeded()

async function undoRevision(page: Page): Promise<void> {
  await revisions(page)
    .getByRole('button', { name: /^撤销修改/ })
    .first()
    .click()
  await revisions(page)
    .getByRole('button', { name: /^恢复修改/ })
    .first()
    .waitFor()
  await scrollToRevisions(page)
}
const redoRevision = (page: Page) =>
  revisions(page)
    .getByRole('button', { name: /^恢复修改/ })
    .first()
    .click()

const scrollTo = (page: Page, heading: string) =>
  page
    .getByRole('heading', { name: heading })
    .last()
    .evaluate((element) => element.scrollIntoView({ block: 'start' }))

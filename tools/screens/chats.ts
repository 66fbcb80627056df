// Chats for the pictures of `npm run screens`, with a scripted model that answers from the evidence it receives.
import type { BrowserContext } from '@playwright/test'
import type { RunningServer } from '../../e2e/support/server.ts'
import { type ScriptedRequest, startScriptedModel } from '../../server/src/testing/scripted-model-server.ts'
import { cut, hang, type ScriptedReply, say } from '../../server/src/testing/scripted-replies.ts'
import { modelStateHelp, modelStateReply } from './model-answers.ts'
import { modelResearchReply } from './model-research.ts'
import { researchReply } from './research-states.ts'

/** The application of the chats. */
export const APPLICATION = 'academic_qa'
const headers = { 'x-login-type': 'front' }

/** The questions by the outcome of their answers. */
export const CHAT_QUESTIONS = {
  finished: '深度学习的训练为什么需要大量数据？',
  failed: '深度学习怎样用在语音识别里？',
  streaming: '深度学习为什么要用大量数据来训练？',
  nothing: '嫦娥六号带回的月壤里氦三的确切克数是多少？',
  long: '我在做一项关于医学影像的研究，数据是约两万张标注不全的胸片，来自四家医院，设备和曝光各不相同。已有的做法是先在公开数据上训练卷积网络再微调，但换一家医院准确率就明显下降。请问：深度学习的迁移在这种情况下有哪些证据，标注不全时又该怎样训练？',
}

/** The Chinese translation of the scene's English paper. */
const CHINESE_TRANSLATION = {
  title: '下一个雨量计放在哪里：稀疏站网中如实给出不确定度的深度学习',
  abstract:
    '雨量计稀疏时，山区流域的大部分都观测不到。本文训练一个能说出自己有多大把握的集成模型，并表明把下一个雨量计放在它最没有把握的地方，可以使日降水总量的误差减半。样例文献，仅用于截图。',
}

/**
 * Starts the model of the pictures. It quotes its evidence and makes up one claim, so that the mark of an unsupported
 * claim is visible.
 */
export async function startSceneModel() {
  const model = await startScriptedModel()
  model.always(
    (request) =>
      modelResearchReply(request) ?? researchReply(request) ?? modelStateReply(request) ?? chatReply(request),
  )
  model.help(modelStateHelp)
  return model
}

function chatReply({ body }: ScriptedRequest): ScriptedReply {
  const asked = String(body.messages.at(-1)?.content ?? '')
  if (asked.startsWith('<text>'))
    return say(asked.length > 200 ? CHINESE_TRANSLATION.abstract : CHINESE_TRANSLATION.title)
  const parts = scriptedAnswer(asked)
  if (asked.includes(CHAT_QUESTIONS.streaming)) return hang(parts.slice(0, 2))
  if (asked.includes(CHAT_QUESTIONS.failed)) return cut(parts.slice(0, 1))
  return say(parts)
}

function scriptedAnswer(asked: string): string[] {
  const quotes = [...asked.matchAll(/^(E\d+\.1) (.+)$/gm)]
    .map(([, id = '', text = '']) => ({ id, sentence: text.replace(/[。.!?！？]$/, '') }))
    .slice(0, 4)
  const [first, ...rest] = quotes.map(({ id, sentence }) => `${sentence} [${id}]。`)
  const lead = quotes[0]?.id ?? 'E1'
  return [
    `本馆文献给出了直接的证据。${first ?? ''}\n\n`,
    `### 主要证据\n\n${rest.map((line) => `- ${line}`).join('\n')}\n\n`,
    '### 怎样计算\n\n卷积层把同一组权重用在每个位置上，第 $k$ 个特征图为\n\n$$h_{ij}^{k}=\\sigma\\big((W^{k}*x)_{ij}+b_{k}\\big)$$\n\n',
    '| 结构 | 参数共享 | 适合的数据 |\n|---|---|---|\n| 全连接 | 无 | 定长向量 |\n| 卷积 | 同一层的各个位置 | 图像、频谱 |\n| 循环 | 各个时刻 | 序列 |\n\n',
    `这一做法在所有数据集上都把错误率降低了 97.3% [${lead}]。`,
  ]
}

/** Ids of the chats shown, by the name of their question. */
export type ChatScene = Record<'finished' | 'failed' | 'nothing' | 'long' | 'quoted', string>

/** Asks every question once as the user of the context, and waits for the answers to end. */
export async function createChatScene(
  { request }: BrowserContext,
  { url }: RunningServer,
): Promise<ChatScene> {
  const asked = async (message: string, model?: string): Promise<string> => {
    const opened = await request.get(`${url}/api/application/${APPLICATION}/chat/open`, { headers })
    const { chat_id } = (await opened.json()).data
    const data = { message, ...(model && { model }) }
    const answer = await request.post(`${url}/api/application/chat_message/${chat_id}`, { headers, data })
    if (!answer.ok()) throw new Error(await answer.text())
    return chat_id
  }
  return {
    nothing: await asked(CHAT_QUESTIONS.nothing),
    long: await asked(CHAT_QUESTIONS.long),
    failed: await asked(CHAT_QUESTIONS.failed),
    quoted: await asked(CHAT_QUESTIONS.finished, 'extractive'),
    finished: await asked(CHAT_QUESTIONS.finished),
  }
}

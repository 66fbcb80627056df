import type { TalkKind } from '../language/question/detect-talk.ts'
import type { Intent } from '../language/question/intent.ts'
import { type Language, readQuestion } from '../language/question/question.ts'
import type { Context } from '../platform/context/context.ts'
import { answerableQuestions } from './suggestions/answerable-questions.ts'
import type { AnswerPart, AnswerTask } from './task/task.ts'

/** What replies say about the model. */
interface ModelInfo {
  /** The name of the model that writes answers; null when none does. */
  model: string | null
  /** Whether a model is configured but deliberately not used. */
  spared: boolean
}

/** Replies to messages that are no questions: greetings, thanks, what the assistant is and can do, and orders to it. */
const REPLIES: Record<Language, Record<TalkKind, (info: ModelInfo) => string>> = {
  zh: {
    greeting: () => '您好！我是科学导航的文献助手：您提问，我在文献中查找，并给出能点开原文的回答。',
    thanks: () => '不客气。还有问题随时可以继续问。',
    identity: ({ model, spared }) =>
      `我是科学导航（SciNav）的文献助手。${
        model === null
          ? spared
            ? '这里选择了不使用语言模型，回答由文献原文摘录组成。'
            : '这里还没有配置语言模型，回答由文献原文摘录组成；管理员可以在「语言模型」中添加。'
          : `回答由语言模型 ${model} 依据检索到的文献写成，每句话都标明出处。`
      }`,
    ability: ({ model, spared }) =>
      `用中文或英文提问都可以：我在文献中查找答案并标明出处，列出某个主题、作者或年份的文献，围绕选定的论文回答问题。${
        model === null
          ? `综述、润色、翻译等需要语言模型，这里${spared ? '选择了不使用' : '还没有配置'}。`
          : '也可以写综述、比较论文、润色和翻译。'
      }`,
    orders: () => '我不能改变自己的规则，也不能展示内部设定。我可以帮您在文献中查找有出处的答案。',
  },
  en: {
    greeting: () =>
      'Hello! I am the literature assistant of SciNav: you ask, I look it up in the literature and give answers whose sources you can open.',
    thanks: () => 'You are welcome. Just go on asking.',
    identity: ({ model, spared }) =>
      `I am the literature assistant of SciNav. ${
        model === null
          ? spared
            ? 'It was chosen here to do without a language model, so answers are made of quotes from papers.'
            : 'No language model is configured here, so answers are made of quotes from papers; an operator can add a model.'
          : `Answers are written by the language model ${model} from the papers that were found, each sentence with its source.`
      }`,
    ability: ({ model, spared }) =>
      `Ask in English or in Chinese: I can search the literature for answers and show their sources, list papers on a subject, by an author or of a year, and answer questions about papers you choose. ${
        model === null
          ? `Reviews, polishing and translation need a language model, and ${spared ? 'it was chosen here to do without' : 'none is configured here'}.`
          : 'I can also write reviews, compare papers, polish and translate.'
      }`,
    orders: () =>
      'I cannot change my rules or show what I was set up with. I can look up answers in the literature for you, with their sources.',
  },
}

/** Replies to talk at once, with questions that the library can answer. */
export async function* replyToTalk(
  ctx: Context,
  { question, model, spares_model = false }: AnswerTask,
  kind: TalkKind,
): AsyncGenerator<AnswerPart> {
  const { language } = readQuestion(question)
  const questions = kind === 'thanks' ? [] : await answerableQuestions(ctx, language)
  const text = REPLIES[language][kind]({ model: model?.name ?? null, spared: spares_model })
  yield { event: 'delta', data: { text } }
  if (questions.length > 0) yield { event: 'suggestions', data: { questions } }
}

/** Returns the reply to a request to rework the last answer when there is no model. */
export const needsModelText = (language: Language): string =>
  language === 'zh'
    ? '改写、翻译和总结上一个回答需要语言模型，这里还没有配置，请管理员在「语言模型」中添加。可以让我把它列成表格，或换一种问法再查。'
    : 'Rewriting, translating or summarising the last answer needs a language model, and none is configured here; an operator can add one. I can put it into a table, or look again if you ask in another way.'

/** Returns whether an intent is talk to the assistant rather than a question or a request about the last answer. */
export const isTalk = (intent: Intent): intent is TalkKind =>
  intent !== 'question' && intent !== 'table' && intent !== 'rework'

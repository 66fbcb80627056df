import type { PlanStep, ResearchKind } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import type { Language } from '../../language/question/question.ts'

/** A step of a plan before it gets its id. */
export type DraftStep = Omit<PlanStep, 'step_id'>

/**
 * The kind of statement that a step looks for. `early` and `recent` mean the years, `one` named works
 * themselves, and `any` looks for nothing in particular.
 */
export type StepFocus =
  | 'definition'
  | 'problem'
  | 'method'
  | 'result'
  | 'cause'
  | 'data'
  | 'limitation'
  | 'comparison'
  | 'early'
  | 'recent'
  | 'one'
  | 'other'
  | 'any'

/** The wording of a step in one language, before the subject is known. */
export interface StepTemplate {
  focus: StepFocus
  title: string
  goal: string
  /** Words added to the subject for one of the queries; '' for none. */
  words: string
}

/** A template in both languages of reports; both have the same focus. */
export type LocalizedTemplate = Record<Language, StepTemplate>

const localizedTemplate = (
  focus: StepFocus,
  zh: [title: string, goal: string, words: string],
  en: [title: string, goal: string, words: string],
): LocalizedTemplate => ({
  zh: { focus, title: zh[0], goal: zh[1], words: zh[2] },
  en: { focus, title: en[0], goal: en[1], words: en[2] },
})

const DEFINITION = localizedTemplate(
  'definition',
  ['概念与界定', '它指什么，文献怎样界定它', '概念'],
  ['Concept and definition', 'What it is, and how the literature defines it', 'concept'],
)
const PROBLEM = localizedTemplate(
  'problem',
  ['要解决的问题', '文献认为困难在哪里，为什么要研究', '挑战'],
  ['The problem', 'Where the literature sees the difficulty', 'challenge'],
)
const METHOD = localizedTemplate(
  'method',
  ['做法与机制', '文献提出了哪些做法，各自依据什么', '机制'],
  ['Methods and mechanisms', 'Which methods were proposed, and on what they rest', 'mechanism'],
)
const RESULT = localizedTemplate(
  'result',
  ['报告的结果', '文献报告了什么结果', '效果'],
  ['Reported results', 'What results the literature reports', 'performance'],
)
const CAUSE = localizedTemplate(
  'cause',
  ['原因与条件', '文献怎样解释，在什么条件下成立', '机制'],
  ['Reasons and conditions', 'How the literature explains it, and under which conditions', 'mechanism'],
)
const DATA = localizedTemplate(
  'data',
  ['研究对象与设计', '证据来自哪些对象、数据和设计', '数据'],
  ['Subjects and design', 'From which subjects, data and designs the evidence comes', 'data'],
)
export const LIMITATION = localizedTemplate(
  'limitation',
  ['尚未解决的问题', '文献自己指出了哪些局限和未解决的问题', '挑战'],
  ['Open problems', 'Which limits and open problems the literature names', 'challenge'],
)
const COMPARISON = localizedTemplate(
  'comparison',
  ['直接比较', '哪些文献把它们放在一起比较，结果如何', '比较'],
  ['Direct comparison', 'Which papers compare them, and with what result', 'comparison'],
)
const EARLY = localizedTemplate(
  'early',
  ['奠基与较早的工作', '较早的文献提出了什么', ''],
  ['Foundations and earlier work', 'What the earlier literature proposed', ''],
)
const RECENT = localizedTemplate(
  'recent',
  ['较近的工作', '较近的文献有什么新的做法和结果', '综述'],
  ['More recent work', 'Which methods and results are more recent', 'survey'],
)

/** Steps about named works: their own content, and the work before and after them. */
export const NAMED_WORK = localizedTemplate(
  'one',
  ['这篇文献说了什么', '', ''],
  ['What this work says', '', ''],
)
export const NAMED_WORKS = localizedTemplate(
  'one',
  ['这些文献说了什么', '', ''],
  ['What these works say', '', ''],
)
export const EARLIER_WORK = localizedTemplate(
  'early',
  ['此前的工作', '在它之前，同一主题的文献提出了什么', ''],
  ['Work before it', 'What the literature on the same subject proposed before', ''],
)
export const LATER_WORK = localizedTemplate(
  'recent',
  ['此后的工作', '在它之后，同一主题有什么新的做法和结果', ''],
  ['Work after it', 'Which methods and results on the same subject came later', ''],
)

/** Steps by kind of question; a comparison of two named things has a step for each of them before the last. */
export const TEMPLATES: Record<ResearchKind, LocalizedTemplate[]> = {
  definition: [DEFINITION, METHOD, RESULT],
  method: [PROBLEM, METHOD, RESULT],
  comparison: [METHOD, COMPARISON, LIMITATION],
  effect: [RESULT, CAUSE, DATA],
  trend: [EARLY, RECENT, LIMITATION],
}

/** Steps of a plan after a rejected one: the same question from other sides. */
export const ALTERNATIVE_TEMPLATES: Record<ResearchKind, LocalizedTemplate[]> = {
  definition: [DEFINITION, EARLY, RECENT],
  method: [METHOD, RESULT, LIMITATION],
  comparison: [METHOD, RESULT, COMPARISON],
  effect: [METHOD, RESULT, LIMITATION],
  trend: [PROBLEM, METHOD, RESULT],
}

/** Title and goal of a step on one side of a comparison. */
export const SIDE_STEPS = {
  zh: (side: string) => ({ title: `关于${inCorners(side)}`, goal: `文献对${inCorners(side)}说了什么` }),
  en: (side: string) => ({ title: `On ${side}`, goal: `What the literature says about ${side}` }),
}

/** The last step of a comparison of two named things. */
export const COMPARISON_TEMPLATE = COMPARISON

/** Every template, to recognize steps by their titles. */
const ALL_TEMPLATES = [
  DEFINITION,
  PROBLEM,
  METHOD,
  RESULT,
  CAUSE,
  DATA,
  LIMITATION,
  COMPARISON,
  EARLY,
  RECENT,
  NAMED_WORK,
  NAMED_WORKS,
  EARLIER_WORK,
  LATER_WORK,
]

/** Returns the focus of a step that has the title of a template; null for all others. */
export const findTemplateFocus = (title: string): StepFocus | null =>
  ALL_TEMPLATES.find(({ zh, en }) => zh.title === title || en.title === title)?.zh.focus ?? null

/** Words for properties that a question can ask of any subject. */
const ASKED_PROPERTIES: Record<Language, string> = {
  zh: '差别 差异 不同 异同 优劣 方法 解决 处理 应对 改进 提高 改善 减轻 影响 作用 效果 有效 发展 进展 研究 现状 趋势 相比 区别 困难 难点 瓶颈 问题 技术 办法 解决办法 解决方案 对策 用于 应用 存在 突破 历程 发展历程 发展史 发展脉络 脉络 沿革 争议 争论 成果 成就 动态 动向 热点 前景 展望 前沿 困境 优缺点 利弊 长处 短处 局限 局限性 不足 缺点 优点 优势 劣势 缺陷 思路 途径 手段 措施 后续',
  en: 'versus vs difference differences differ method methods approach approaches handle handled improve improves help helps cause causes effect effects effective effectively impact compare compares compared work works develop developed advances progress trends recent used using applied around evolve evolves evolved breakthrough breakthroughs milestone milestones achievement achievements controversy controversies limitation limitations drawback drawbacks advantage advantages disadvantage disadvantages technique techniques issue issues exist exists known',
}

const wordsBesideSubject = (language: Language): ReadonlySet<string> =>
  new Set([
    ...ALL_TEMPLATES.map((template) => template[language].words),
    ...ASKED_PROPERTIES[language].split(' '),
  ])

const NON_SUBJECT_WORDS = { zh: wordsBesideSubject('zh'), en: wordsBesideSubject('en') }

/** Returns the words of a query that say what is asked about its subject; a source need not contain them. */
export const nonSubjectWords = (language: Language): ReadonlySet<string> => NON_SUBJECT_WORDS[language]

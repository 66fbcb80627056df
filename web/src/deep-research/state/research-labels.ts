import {
  type ModelFallback,
  RESEARCH_DEPTHS,
  type ReportStyle,
  type ResearchDepth,
  type ResearchKind,
  type ResearchPlan,
  type ResearchState,
} from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'

/** A state of a step. */
type StepState = ResearchState['steps'][number]['state']

/** The application id of deep research. */
export const DEEP_RESEARCH = 'deep_research'

/** The styles of reports, in the order of the choice. */
export const styles: readonly { style: ReportStyle; name: string; note: string }[] = [
  { style: 'academic', name: '学术', note: '逐条引证，术语从原文' },
  { style: 'popular_science', name: '科普', note: '少用术语，先说结论再说依据' },
  { style: 'news', name: '新闻', note: '要点在前，交代何时何人何处' },
  { style: 'social_media', name: '社交媒体', note: '短句短段，一段一个要点' },
  { style: 'strategic', name: '战略报告', note: '现状、分歧、空白分列，便于决策' },
]

/** The depths of a research with a model, in the order of the choice. */
export const depths: readonly { depth: ResearchDepth; name: string; note: string }[] = [
  { depth: 'brief', name: '简报', note: '三四步检索，约 1,800 字，只写要点、比较和结论' },
  { depth: 'standard', name: '标准', note: '四到六步检索，约 4,500 字，一般综述' },
  { depth: 'thorough', name: '深入', note: '五到八步检索，约 8,000 字，读得最多' },
]

/** Returns the label of a depth. */
export const depthName = (depth: ResearchDepth): string =>
  depths.find((option) => option.depth === depth)?.name ?? depth

/** Formats what a research of a depth is expected to use, and what it may use at most. */
export function depthBudget(depth: ResearchDepth): string {
  const { expected, ...limits } = RESEARCH_DEPTHS[depth]
  return `预计${spending(expected)}，最多${spending(limits)}`
}

/** Formats a budget of a research: calls of the model, its tokens, and the time. */
const spending = ({ calls, tokens, minutes }: { calls: number; tokens: number; minutes: number }) =>
  `调用模型 ${calls} 次、${tokens / 10_000} 万词元、${minutes} 分钟`

/** Returns the label of a style. */
export const styleName = (style: ReportStyle): string =>
  styles.find((option) => option.style === style)?.name ?? style

/** Labels of the states: the current step or the outcome. */
export const researchStateNames: Readonly<Record<ResearchState['state'], string>> = {
  created: '正在准备',
  clarifying: '正在看问题有没有说清楚',
  waiting_clarification: '等您回答一个问题',
  planning: '正在拟定计划',
  waiting_plan: '等您确认计划',
  researching: '正在检索和阅读',
  writing: '正在成文',
  verifying: '正在核对引文',
  interrupted: '服务器中断过，正在从上一步继续',
  cancelling: '正在停止',
  completed: '已完成',
  completed_partial: '部分完成',
  cancelled: '已停止',
  failed: '没有完成',
}

/** The states in which a research has ended. */
const END_STATES: readonly ResearchState['state'][] = [
  'completed',
  'completed_partial',
  'cancelled',
  'failed',
]

/** Whether the research has ended. */
export const isEnded = (state: ResearchState['state']): boolean => END_STATES.includes(state)

/** Whether the research waits for a decision of the user. */
export const isWaiting = (state: ResearchState['state']): boolean =>
  state === 'waiting_clarification' || state === 'waiting_plan'

/** Whether the research is running without waiting for anybody. */
export const isWorking = (state: ResearchState['state']): boolean => !isEnded(state) && !isWaiting(state)

/** Labels of the states of a plan's steps. */
export const stepStateNames: Readonly<Record<StepState, string>> = {
  pending: '等待',
  running: '进行中',
  done: '已完成',
  empty: '没有找到证据',
  failed: '没有完成',
  skipped: '已跳过',
}

/** Labels of the kinds of question, which determine the plan. */
const questionKindNames: Readonly<Record<ResearchKind, string>> = {
  definition: '概念',
  method: '方法',
  comparison: '比较',
  effect: '效果',
  trend: '进展',
}

/** Labels of the authors of a plan. */
export const planMakerNames = { template: '按模板拟定', model: '由模型拟定', user: '您修改的计划' } as const

/** Formats who drew up a plan, and for which kind of question: 「由模型拟定（方法类问题）」. */
export const planOrigin = ({ made_by, kind }: Pick<ResearchPlan, 'made_by' | 'kind'>): string =>
  `${planMakerNames[made_by]}（${questionKindNames[kind]}类问题）`

/** Descriptions of the tasks of a research that were done without the model. */
const fallbackTexts: Readonly<Record<ModelFallback['task'], (title: string) => string>> = {
  plan: () => '计划由模板拟定',
  widen: (title) => `${inCorners(title)}没有换说法再查`,
  notes: (title) => `${inCorners(title)}的证据按规则挑选`,
  synthesis: () => '提纲和比较表按笔记排列',
  check: (title) => `${inCorners(title)}的引文没有由模型核对`,
  section: (title) => `${inCorners(title)}由原文摘录组成`,
  repair: (title) => `${inCorners(title)}里对不上的句子没有改写，已删去或标出`,
}

/** Groups the tasks done without the model by reason; `parts` describes the tasks of a group in one clause each. */
export function groupFallbacks(fallbacks: readonly ModelFallback[]): { reason: string; parts: string }[] {
  const byReason = Map.groupBy(fallbacks, ({ reason }) => reason)
  return [...byReason].map(([reason, group]) => ({
    reason,
    parts: group.map(({ task, title }) => fallbackTexts[task](title)).join('，'),
  }))
}

/** The sections every report has, shown until its own sections are known. */
export const defaultSections: readonly string[] = [
  '检索范围与方法',
  '主要证据',
  '文献间一致与分歧',
  '年份与来源分布',
  '局限与未覆盖',
]

import { formatChinaTime } from '../../platform/foundation/clock.ts'

/** An answer or report in the form in which it is exported. */
export interface PrintableAnswer {
  title: string
  question: string
  /** Markdown source. */
  answer: string
  /** References with their numbers, one per entry. */
  references: string[]
  /** Footnotes of a Word file, which stand where the answer has `citationPlace`. */
  notes?: readonly string[]
  /** The text is a report with headings of its own, from `##` on. */
  is_report?: boolean
  /** A list after the references. */
  appendix?: { title: string; entries: string[] }
  /** Language of the headings; Chinese by default. */
  language?: 'zh' | 'en'
  /** Provenance, such as 「AI 生成，请核实」. */
  label: string
  is_ai: boolean
  model: string | null
  created_at: string
}

/** The headings of an exported answer. */
const SECTION_HEADINGS = {
  zh: { question: '问题', answer: '回答', references: '参考文献' },
  en: { question: 'Question', answer: 'Answer', references: 'References' },
}

/** Returns the headings of an answer in its language. */
export const sectionHeadings = ({ language = 'zh' }: PrintableAnswer) => SECTION_HEADINGS[language]

/** The name of the product, which files give as their generator. */
export const PRODUCT_NAME = '科学导航'

/** Returns the text after the label: the model and the time. */
export const provenanceText = ({ model, created_at }: PrintableAnswer) =>
  `${model ? `模型：${model}；` : ''}生成时间：${formatChinaTime(created_at)}`

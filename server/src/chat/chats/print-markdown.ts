import { PRODUCT_NAME, type PrintableAnswer, provenanceText, sectionHeadings } from './printable-answer.ts'

/** Returns an answer as Markdown, preceded by its metadata. */
export function toMarkdown(printed: PrintableAnswer): string {
  const meta = {
    title: printed.title,
    generator: PRODUCT_NAME,
    label: printed.label,
    ai_generated: printed.is_ai,
    model: printed.model,
    date: printed.created_at,
  }
  const heads = sectionHeadings(printed)
  const front = Object.entries(meta).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const parts = [
    `---\n${front.join('\n')}\n---`,
    `# ${printed.title}`,
    `> ${printed.label}（${provenanceText(printed)}）`,
    `## ${heads.question}`,
    printed.question,
    ...(printed.is_report ? [] : [`## ${heads.answer}`]),
    printed.answer,
    ...(printed.references.length > 0
      ? [
          `## ${heads.references}`,
          ...printed.references.map((each) => each.replace(/^\[(\d+)\]/, '\\[$1\\] ')),
        ]
      : []),
    ...(printed.appendix
      ? [`## ${printed.appendix.title}`, ...printed.appendix.entries.map((each) => `- ${each}`)]
      : []),
  ]
  return `${parts.join('\n\n')}\n`
}

import { PRODUCT_NAME, type PrintableAnswer, provenanceText, sectionHeadings } from './printable-answer.ts'

/** Returns an answer as Markdown, with its metadata in front as YAML. */
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
          // Escaped so that Markdown prints the brackets; a space separates the number from the entry.
          ...printed.references.map((reference) => reference.replace(/^\[(\d+)\]/, '\\[$1\\] ')),
        ]
      : []),
    ...(printed.appendix
      ? [`## ${printed.appendix.title}`, ...printed.appendix.entries.map((entry) => `- ${entry}`)]
      : []),
  ]
  return `${parts.join('\n\n')}\n`
}

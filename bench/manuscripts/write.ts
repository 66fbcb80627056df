// Writes drafts of manuscripts as files and reads them back as the product reads them.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import { parseFile } from '../../documents/src/index.ts'
import { readLatexManuscript } from '../../server/src/citation/manuscript/latex/read-latex.ts'
import {
  type Manuscript,
  manuscriptBlocks,
  readManuscript,
} from '../../server/src/citation/manuscript/reading/index.ts'
import type { DraftManuscript } from './draft.ts'
import type { TextPiece } from './printed-citation.ts'

/** A browser prints the PDFs; null where there is none. */
export async function openPrinter(): Promise<Browser | null> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  return existsSync(executablePath) ? chromium.launch({ executablePath }) : null
}

/** Writes a draft into a folder and returns the path of its file. */
export async function writeDraft(
  draft: DraftManuscript,
  folder: string,
  printer: Browser | null,
): Promise<string> {
  const format = draft.format === 'pdf' && !printer ? 'docx' : draft.format
  const path = join(folder, `${draft.seed}.${format === 'latex' ? 'tex' : format}`)
  if (format === 'latex') writeFileSync(path, latexText(draft))
  else if (format === 'docx') writeFileSync(path, await docxBytes(draft))
  else if (printer) await printPdf(draft, path, printer)
  return path
}

/** Reads a file of a draft. */
export async function readDraft(path: string, text: string | null): Promise<Manuscript> {
  if (text !== null) return readLatexManuscript([{ name: path, text }])
  const kind = path.endsWith('.pdf') ? 'pdf' : 'docx'
  const { blocks } = await parseFile(path, kind, { report: () => {} })
  return readManuscript(manuscriptBlocks(blocks, { hasPages: kind === 'pdf' }))
}

const docxBytes = ({ blocks }: DraftManuscript): Promise<Buffer> =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          children: blocks.map(
            ({ kind, pieces }) =>
              new Paragraph({
                ...(kind === 'heading' && { heading: HeadingLevel.HEADING_1 }),
                children: pieces.map(
                  ({ text, isRaised = false }) => new TextRun({ text, superScript: isRaised }),
                ),
              }),
          ),
        },
      ],
    }),
  )

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

async function printPdf(
  { blocks, language }: DraftManuscript,
  path: string,
  printer: Browser,
): Promise<void> {
  const tags = { heading: 'h2', paragraph: 'p', reference: 'p class="r"' }
  const html = blocks.map(({ kind, pieces }) => {
    const inside = pieces.map(({ text, isRaised }) =>
      isRaised ? `<sup>${escapeHtml(text)}</sup>` : escapeHtml(text),
    )
    return `<${tags[kind]}>${inside.join('')}</${tags[kind].split(' ')[0]}>`
  })
  const style =
    'body{font:11pt/1.6 serif}p{text-indent:2em}sup{font-size:7pt;line-height:0}.r{text-indent:-2em;padding-left:2em}'
  const page = await printer.newPage()
  await page.setContent(`<html lang="${language}"><style>${style}</style><body>${html.join('\n')}`)
  await page.pdf({ path, format: 'A4', margin: { top: '25mm', bottom: '25mm', left: '25mm', right: '25mm' } })
  await page.close()
}

const escapeLatex = (text: string): string => text.replace(/[&%$#_{}]/g, '\\$&')

const latexPiece = ({ text, cited }: TextPiece, names: readonly string[]): string => {
  if (!cited) return escapeLatex(text)
  const keys = cited.length > 0 ? cited.map((at) => names[at]) : ['missing']
  return `\\cite{${keys.join(',')}}`
}

function latexText({ blocks, entries }: DraftManuscript): string {
  const names = entries.map((_, at) => `work${at + 1}`)
  const body = blocks.flatMap(({ kind, pieces }) => {
    if (kind === 'reference' || /^(?:参考文献|References)$/.test(pieces[0]?.text ?? '')) return []
    const text = pieces.map((piece) => latexPiece(piece, names)).join('')
    return [kind === 'heading' ? `\\section{${text}}` : text]
  })
  const items = entries.map((entry, at) => `\\bibitem{${names[at]}} ${escapeLatex(entry)}`)
  return [
    '\\documentclass{article}\n\\begin{document}',
    ...body,
    `\\begin{thebibliography}{99}\n${items.join('\n')}\n\\end{thebibliography}\n\\end{document}\n`,
  ].join('\n\n')
}

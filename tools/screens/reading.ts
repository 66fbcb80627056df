// The reading screen in its states, for `npm run screens`.
import type { BrowserContext, Page } from '@playwright/test'
import type { RunningServer } from '../../e2e/support/server.ts'
import { addFile, createStudyPdf, uploadAndParse } from '../../e2e/support/study-document.ts'
import type { ScreenSpec } from './screens.ts'

/** The documents shown. */
export interface ReadingScene {
  document_id: string
  /** A document that cannot be parsed. */
  broken_id: string
}

const CITED_QUOTE = 'a two step encapsulation of perovskite cells'

/** Adds files to the private dataset of the logged-in user. */
export async function createReadingScene(
  context: BrowserContext,
  { url }: RunningServer,
): Promise<ReadingScene> {
  const broken_id = await addFile(context, url, Buffer.from('%PDF-1.7 of nothing'), 'broken.pdf')
  return { broken_id, document_id: await uploadAndParse(context, url, createStudyPdf(12)) }
}

/**
 * Returns the screens of the reader: pages, text, a cited location, a selection, notes, a comparison, and texts that
 * cannot be read.
 */
export function readingScreens(
  { document_id, broken_id }: ReadingScene,
  paper_id: string,
): Record<string, ScreenSpec> {
  const of = (more: Record<string, string> = {}) =>
    `/#/readDetailMore?${new URLSearchParams({ document_id, ...more })}`
  return {
    reading: { address: of() },
    'reading-text': { address: of({ view: 'text', side: 'figures' }) },
    'reading-cited': { address: of({ page: '2', quote: CITED_QUOTE, side: 'notes' }) },
    'reading-selected': {
      address: of({ view: 'pages', page: '1', side: 'references' }),
      act: selectSentence,
    },
    'reading-list': { address: `${of({ side: 'translation' })}&paper_id_list=${paper_id}` },
    'reading-compared': { address: `${of({ compare: '1' })}&paper_id_list=${paper_id}` },
    'reading-record': { address: `/#/readDetailMore?paper_id=${paper_id}` },
    'reading-own-record': { address: of(), act: openRecord },
    'reading-edited-record': { address: of(), act: editRecord },
    'reading-failed': { address: `/#/readDetailMore?document_id=${broken_id}` },
    'reading-gone': { address: '/#/readDetailMore?document_id=nothing' },
    'reading-start': { address: '/#/readDetailMore' },
  }
}

async function selectSentence(page: Page): Promise<void> {
  const words = page.locator('.textLayer').getByText('Humidity decomposes perovskite films')
  await words.first().waitFor()
  await words.first().evaluate((element) => document.getSelection()?.selectAllChildren(element))
  await page.getByRole('toolbar', { name: '所选文字' }).waitFor()
}

async function openRecord(page: Page): Promise<void> {
  await page.getByRole('button', { name: '题录', exact: true }).click()
  await page.getByRole('dialog', { name: '题录' }).waitFor()
}

async function editRecord(page: Page): Promise<void> {
  await openRecord(page)
  await page.getByRole('button', { name: '编辑题录' }).click()
  await page.getByRole('dialog', { name: /^编辑/ }).waitFor()
}

import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { createWorker, type Page, type Worker } from 'tesseract.js'
import { unreadable } from '../faults.ts'

/** What is read in a picture; places in its pixels. */
export interface ReadParagraph {
  lines: { text: string; x0: number; y0: number; x1: number; y1: number }[]
}

export interface ReadPicture {
  paragraphs: ReadParagraph[]
  /** 0–1 */
  confidence: number
}

/** Reads pictures, one after the other; the first tells in which language. */
export interface PictureReader {
  read: (picture: Uint8Array) => Promise<ReadPicture>
  close: () => Promise<void>
}

type Language = 'chi_sim' | 'eng'
/** Only the network of lines, not the older engine beside it. */
const LSTM_ONLY = 1

const packages: Record<Language, string> = {
  chi_sim: '@tesseract.js-data/chi_sim/package.json',
  eng: '@tesseract.js-data/eng/package.json',
}

/** With the models on our own disk: nothing is loaded from elsewhere, nothing is stored. */
async function startReader(language: Language): Promise<Worker> {
  const folder = dirname(createRequire(import.meta.url).resolve(packages[language]))
  const langPath = `${folder}/4.0.0_best_int`
  // Without a handler of its own a fault would end the process.
  return createWorker(language, LSTM_ONLY, {
    langPath,
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => {},
  })
}

/** Its words stand apart, also those of Chinese. */
const asWritten = (text: string): string =>
  text
    .replace(/(?<=[\p{sc=Han}\u3000-\u303f\uff00-\uffef]) +(?=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])/gu, '')
    .trim()

function toPicture({ blocks, confidence }: Page): ReadPicture {
  const paragraphs = (blocks ?? []).flatMap((block) =>
    block.paragraphs.map(({ lines }) => ({
      lines: lines
        .map(({ text, bbox }) => ({ text: asWritten(text), ...bbox }))
        .filter(({ text }) => text !== ''),
    })),
  )
  return { paragraphs: paragraphs.filter(({ lines }) => lines.length > 0), confidence: confidence / 100 }
}

/** Where fewer than so many of the signs are Chinese, the model for English reads them better. */
const CHINESE_FROM = 0.05

function isChinese({ paragraphs }: ReadPicture): boolean {
  const text = paragraphs.flatMap(({ lines }) => lines.map((line) => line.text)).join('')
  return (text.match(/\p{sc=Han}/gu)?.length ?? 0) > text.length * CHINESE_FROM
}

async function readWith(worker: Worker, picture: Uint8Array): Promise<ReadPicture> {
  try {
    const { data } = await worker.recognize(Buffer.from(picture), {}, { blocks: true, text: false })
    return toPicture(data)
  } catch (error) {
    // Its faults are texts; what they are about is a picture that cannot be unpacked.
    if (typeof error === 'string' || error instanceof Error) throw unreadable('damaged')
    throw error
  }
}

/** Starts nothing before the first picture. */
export function pictureReader(): PictureReader {
  let worker: Worker | undefined
  async function first(picture: Uint8Array): Promise<ReadPicture> {
    worker = await startReader('chi_sim')
    const chinese = await readWith(worker, picture)
    if (isChinese(chinese)) return chinese
    await worker.terminate()
    worker = await startReader('eng')
    const english = await readWith(worker, picture)
    return english.confidence >= chinese.confidence ? english : chinese
  }
  return {
    read: (picture) => (worker ? readWith(worker, picture) : first(picture)),
    async close() {
      await worker?.terminate()
    },
  }
}

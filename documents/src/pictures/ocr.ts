import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { createWorker, type Page, type Worker } from 'tesseract.js'
import { documentFault } from '../faults.ts'

/** A paragraph recognized in a picture. */
export interface RecognizedParagraph {
  /** At least one; no text is empty. Boxes are in pixels from the upper left corner of the picture. */
  lines: { text: string; x0: number; y0: number; x1: number; y1: number }[]
}

/** The recognized text of a picture. */
export interface RecognizedPicture {
  /** In the order of reading; none when the picture has no text. */
  paragraphs: RecognizedParagraph[]
  /** How certain Tesseract is of the text, from 0 (not at all) to 1 (entirely). */
  confidence: number
}

/**
 * Recognizes the text of pictures (OCR), one after the other: the caller awaits each `read` before the next. The first
 * picture determines the model for all further ones; see `createPictureReader`.
 */
export interface PictureReader {
  /**
   * Recognizes an encoded picture (PNG, JPEG, TIFF or PGM).
   *
   * @throws UnreadableDocument `damaged` when the picture cannot be decoded; the next picture can then still be read.
   */
  read: (picture: Uint8Array) => Promise<RecognizedPicture>
  /** Ends the worker, if one was started; `read` must not be called any more. */
  close: () => Promise<void>
}

/**
 * Creates a picture reader over Tesseract.js with its models for Chinese and English. No worker is started before the
 * first picture, which is read with the Chinese model. If its text contains Chinese, that model reads all further
 * pictures. Otherwise the picture is read again with the English model, which then reads all further pictures, and the
 * result with the higher confidence is returned, on a tie the English one. After a first picture that cannot be
 * decoded, the Chinese model reads all others.
 */
export function createPictureReader(): PictureReader {
  let worker: Worker | undefined
  async function readFirst(picture: Uint8Array): Promise<RecognizedPicture> {
    worker = await startWorker('chi_sim')
    const chinese = await recognizeWith(worker, picture)
    if (containsChinese(chinese)) return chinese
    await worker.terminate()
    worker = await startWorker('eng')
    const english = await recognizeWith(worker, picture)
    return english.confidence >= chinese.confidence ? english : chinese
  }
  return {
    read: (picture) => (worker ? recognizeWith(worker, picture) : readFirst(picture)),
    async close() {
      await worker?.terminate()
    },
  }
}

/** Name of a model of Tesseract: simplified Chinese or English. */
type OcrModel = 'chi_sim' | 'eng'

/** Selects the LSTM recognizer alone, without the legacy engine of Tesseract. */
const LSTM_ONLY = 1
/** The package.json of the npm package in which each model is installed. */
const MODEL_PACKAGES: Record<OcrModel, string> = {
  chi_sim: '@tesseract.js-data/chi_sim/package.json',
  eng: '@tesseract.js-data/eng/package.json',
}

/** Starts Tesseract with a model installed on disk: nothing is downloaded and nothing is cached. */
async function startWorker(model: OcrModel): Promise<Worker> {
  const folder = dirname(createRequire(import.meta.url).resolve(MODEL_PACKAGES[model]))
  // The most exact of the model's variants in the package, with whole-number weights.
  const langPath = `${folder}/4.0.0_best_int`
  // Without an error handler, an error of the worker would end the process.
  return createWorker(model, LSTM_ONLY, {
    langPath,
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => {},
  })
}

/**
 * Recognizes a picture with the model of a worker.
 *
 * @throws UnreadableDocument `damaged` when the picture cannot be decoded.
 */
async function recognizeWith(worker: Worker, picture: Uint8Array): Promise<RecognizedPicture> {
  try {
    const { data } = await worker.recognize(Buffer.from(picture), {}, { blocks: true, text: false })
    return toRecognizedPicture(data)
  } catch (error) {
    // Tesseract reports a picture that it cannot decode as a string or, in some cases, as an Error. Its other
    // errors look the same and count as damaged too.
    if (typeof error === 'string' || error instanceof Error) throw documentFault('damaged')
    throw error
  }
}

/** Converts a result of Tesseract, whose confidence is 0–100. */
function toRecognizedPicture({ blocks, confidence }: Page): RecognizedPicture {
  const paragraphs = (blocks ?? []).flatMap((block) =>
    block.paragraphs.map(({ lines }) => ({
      lines: lines
        .map(({ text, bbox }) => ({ text: removeHanSpaces(text), ...bbox }))
        .filter(({ text }) => text !== ''),
    })),
  )
  return { paragraphs: paragraphs.filter(({ lines }) => lines.length > 0), confidence: confidence / 100 }
}

/** Matches spaces between Chinese characters or punctuation marks. */
const HAN_SPACES = /(?<=[\p{sc=Han}\u3000-\u303f\uff00-\uffef]) +(?=[\p{sc=Han}\u3000-\u303f\uff00-\uffef])/gu

/** Removes the spaces that Tesseract puts between Chinese words. */
const removeHanSpaces = (text: string): string => text.replace(HAN_SPACES, '').trim()

/**
 * Largest share of Chinese characters in a text without Chinese: the Chinese model takes a few letters for characters.
 */
const MAX_STRAY_CHINESE_SHARE = 0.05

/** Returns whether the text read with the Chinese model shows that the picture contains Chinese at all. */
function containsChinese({ paragraphs }: RecognizedPicture): boolean {
  const text = paragraphs.flatMap(({ lines }) => lines.map((line) => line.text)).join('')
  return (text.match(/\p{sc=Han}/gu)?.length ?? 0) > text.length * MAX_STRAY_CHINESE_SHARE
}

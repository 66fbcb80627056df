import { z } from 'zod'
import type { Context } from '../../platform/context/context.ts'
import { readDictionary } from './read-dictionary.ts'

/** A Chinese and an English name. */
const namedShape = z.strictObject({ name: z.string().min(1), name_en: z.string().min(1) })
/** A class code of the Chinese Library Classification: `T`, `TP`, `TP391.41`. */
const clcCodeShape = z.string().regex(/^[A-Z][A-Z]?\d*(?:\.\d+)?$/)

const firstLevelShape = namedShape.extend({
  code: z.string().regex(/^\d{4}$/),
  /** English names of ESI fields. */
  esi: z.array(z.string()),
  /** Class codes of the Chinese Library Classification (中图法), matched as prefixes. */
  clc: z.array(clcCodeShape),
  /** Class codes of GB/T 13745, the national classification of disciplines. */
  gbt13745: z.array(z.string().regex(/^\d{3}$/)),
})
const groupShape = namedShape.extend({
  code: z.string().regex(/^\d{2}$/),
  children: z.array(firstLevelShape).min(1),
})
const clcClassShape = namedShape.extend({
  code: clcCodeShape,
  children: z.array(namedShape.extend({ code: clcCodeShape })).default([]),
})
const topicShape = namedShape.extend({ subject_code: z.string().regex(/^\d{4}$/) })

/** The 14 categories (门类) of the Ministry of Education's catalog of 2022, each with its disciplines (一级学科). */
export const disciplines = readDictionary('disciplines.json', z.array(groupShape))
/** The 22 ESI fields; `name_en` is the name used in rank tables. */
export const esiFields = readDictionary('esi.json', z.array(namedShape))
/** The 22 main classes of the Chinese Library Classification (中图法); class T includes its second level. */
export const clcClasses = readDictionary('clc.json', z.array(clcClassShape))
/** Curated topics for each discipline (一级学科). */
export const curatedTopics = readDictionary('topics.json', z.array(topicShape))

const DISCIPLINE_NAMES = new Map(
  disciplines.flatMap((each) => [each, ...each.children]).map(({ code, name }) => [code, name]),
)

/**
 * Returns the Chinese name of a category (two digits) or a discipline (four digits), or undefined for an unknown
 * code.
 */
export function disciplineName(code: string): string | undefined {
  return DISCIPLINE_NAMES.get(code)
}

/** Lists categories and disciplines for selection. */
export async function listDisciplines(_ctx: Context) {
  return disciplines.map(({ code, name, name_en, children }) => ({ code, name, name_en, children }))
}

const ESI_NAMES = new Map(esiFields.map(({ name, name_en }) => [name_en, name]))

/** Lists every discipline with its ESI fields and classes of the Chinese Library Classification. */
export async function listEsiDisciplines(_ctx: Context) {
  return disciplines.map((each) => ({
    ...each,
    children: each.children.map((child) => ({
      ...child,
      esi: child.esi.map((name) => ({ name, name_zh: ESI_NAMES.get(name) ?? name })),
    })),
  }))
}

import { z } from 'zod'
import type { Context } from '../../platform/context/context.ts'
import { readDictionary } from './read-dictionary.ts'

const namedShape = z.strictObject({ name: z.string().min(1), name_en: z.string().min(1) })
const clcCodeShape = z.string().regex(/^[A-Z][A-Z]?\d*(?:\.\d+)?$/)

const firstLevelShape = namedShape.extend({
  code: z.string().regex(/^\d{4}$/),
  /** English names of ESI fields. */
  esi: z.array(z.string()),
  /** Classes of the 中图法, by their beginnings. */
  clc: z.array(clcCodeShape),
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

/** The 14 门类 of the 教育部 catalogue of 2022 with their 一级学科. */
export const disciplines = readDictionary('disciplines.json', z.array(groupShape))
/** The 22 ESI fields; `name_en` is what rank tables carry. */
export const esiFields = readDictionary('esi.json', z.array(namedShape))
/** The 22 main classes of the 中图法, T with its second level. */
export const clcClasses = readDictionary('clc.json', z.array(clcClassShape))
/** Topics that somebody chose for each 一级学科. */
export const curatedTopics = readDictionary('topics.json', z.array(topicShape))

const DISCIPLINE_NAMES = new Map(
  disciplines.flatMap((each) => [each, ...each.children]).map(({ code, name }) => [code, name]),
)

/** The Chinese name of a 门类 (two digits) or 一级学科 (four); undefined where there is none. */
export function disciplineName(code: string): string | undefined {
  return DISCIPLINE_NAMES.get(code)
}

/** The dictionary to choose disciplines from. */
export async function listDisciplines(_ctx: Context) {
  return disciplines.map(({ code, name, name_en, children }) => ({ code, name, name_en, children }))
}

const ESI_NAMES = new Map(esiFields.map(({ name, name_en }) => [name_en, name]))

/** Every 一级学科 with its ESI fields and classes of the 中图法. */
export async function listEsiDisciplines(_ctx: Context) {
  return disciplines.map((each) => ({
    ...each,
    children: each.children.map((child) => ({
      ...child,
      esi: child.esi.map((name) => ({ name, name_zh: ESI_NAMES.get(name) ?? name })),
    })),
  }))
}

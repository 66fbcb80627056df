import { z } from 'zod'
import type { Context } from '../../platform/context/context.ts'
import { readDictionary } from './read.ts'

const named = z.strictObject({ name: z.string().min(1), name_en: z.string().min(1) })
const clcCode = z.string().regex(/^[A-Z][A-Z]?\d*(?:\.\d+)?$/)

const firstLevel = named.extend({
  code: z.string().regex(/^\d{4}$/),
  /** English names of ESI fields. */
  esi: z.array(z.string()),
  /** Classes of the 中图法, by their beginnings. */
  clc: z.array(clcCode),
  gbt13745: z.array(z.string().regex(/^\d{3}$/)),
})
const group = named.extend({ code: z.string().regex(/^\d{2}$/), children: z.array(firstLevel).min(1) })
const clcClass = named.extend({
  code: clcCode,
  children: z.array(named.extend({ code: clcCode })).default([]),
})
const topic = named.extend({ subject_code: z.string().regex(/^\d{4}$/) })

/** The 14 门类 of the 教育部 catalogue of 2022 with their 一级学科. */
export const disciplines = readDictionary('disciplines.json', z.array(group))
/** The 22 ESI fields; `name_en` is what rank tables carry. */
export const esiFields = readDictionary('esi.json', z.array(named))
/** The 22 main classes of the 中图法, T with its second level. */
export const clcClasses = readDictionary('clc.json', z.array(clcClass))
/** Topics that somebody chose for each 一级学科. */
export const curatedTopics = readDictionary('topics.json', z.array(topic))

const names = new Map(
  disciplines.flatMap((each) => [each, ...each.children]).map(({ code, name }) => [code, name]),
)

/** The Chinese name of a 门类 (two digits) or 一级学科 (four); undefined where there is none. */
export function disciplineName(code: string): string | undefined {
  return names.get(code)
}

/** The dictionary to choose disciplines from. */
export async function listDisciplines(_ctx: Context) {
  return disciplines.map(({ code, name, name_en, children }) => ({ code, name, name_en, children }))
}

const esiNames = new Map(esiFields.map(({ name, name_en }) => [name_en, name]))

/** Every 一级学科 with its ESI fields and classes of the 中图法. */
export async function listEsiDisciplines(_ctx: Context) {
  return disciplines.map((each) => ({
    ...each,
    children: each.children.map((child) => ({
      ...child,
      esi: child.esi.map((name) => ({ name, name_zh: esiNames.get(name) ?? name })),
    })),
  }))
}

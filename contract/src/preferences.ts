import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import {
  emptyAsAbsent,
  id,
  listOf,
  noInput,
  noOutput,
  optionalText,
  pagedInput,
  pageOf,
  time,
} from './shapes.ts'

/** A discipline with its code and its names. */
const discipline = z.object({ code: z.string(), name: z.string(), name_en: z.string() })
/** Topics, journals or authors. */
const preferenceList = listOf(z.string().trim().min(1).max(200), 50)

/** What a subscription follows. */
const subscriptionKind = z.enum(['topic', 'query', 'journal', 'author'])
/** How often the user is told of new papers of a subscription. */
const notify = z.enum(['none', 'daily', 'weekly'])

/** A subscription to new papers. */
const subscription = z.object({
  id,
  kind: subscriptionKind,
  /** The topic, query, journal or author. */
  value: z.string(),
  name: z.string(),
  notify,
  /** Papers added since the last look. */
  new_count: z.number().int(),
  looked_at: time,
  created_at: time,
})

/** Calls about recommendation preferences and subscriptions. For the flags of a call see `Endpoint`. */
export const preferencesApi = {
  disciplines: {
    method: 'GET',
    path: '/api/dict/listPreferDict',
    access: 'user',
    summary: 'Disciplines to choose from: 14 门类 and their 一级学科',
    input: noInput,
    output: z.array(discipline.extend({ children: z.array(discipline) })),
  },
  esiDisciplines: {
    method: 'GET',
    path: '/api/dict/listPreferJybEsiDict',
    access: 'user',
    summary: 'Which ESI fields belong to which 教育部 disciplines',
    input: noInput,
    output: z.array(
      discipline.extend({
        children: z.array(
          discipline.extend({
            esi: z.array(z.object({ name: z.string(), name_zh: z.string() })),
            clc: z.array(z.string()),
          }),
        ),
      }),
    ),
  },
  topics: {
    method: 'GET',
    path: '/api/dict/listTopicDict',
    access: 'user',
    summary: 'Topics to follow, with the number of papers',
    input: z.object({ subject_code: optionalText(8), keyword: optionalText(100) }),
    output: z.array(
      z.object({
        name: z.string(),
        name_en: z.string().nullable(),
        subject_code: z.string().nullable(),
        count: z.number().int(),
      }),
    ),
  },
  savePreferences: {
    method: 'POST',
    path: '/api/user/prefer/saveRecoPrefer',
    access: 'user',
    summary: 'Replaces what recommendations are made from',
    input: z.object({
      subject_codes: preferenceList,
      keywords: preferenceList,
      journals: preferenceList,
      authors: preferenceList,
    }),
    output: noOutput,
  },
  preferences: {
    method: 'GET',
    path: '/api/user/prefer/listRecoPrefer',
    access: 'user',
    summary: 'What recommendations are made from',
    input: noInput,
    output: z.object({
      subject_codes: z.array(z.string()),
      keywords: z.array(z.string()),
      journals: z.array(z.string()),
      authors: z.array(z.string()),
      /** The time until which the wizard is not shown; null where it may be. */
      later_until: time.nullable(),
      /** Whether preferences have ever been saved. */
      saved: z.boolean(),
    }),
  },
  askLater: {
    method: 'POST',
    path: '/api/user/prefer/saveRecoPreferLater',
    access: 'user',
    summary: 'Does not ask for preferences for seven days',
    input: noInput,
    output: z.object({ later_until: time }),
  },
  saveSubscriptions: {
    method: 'POST',
    path: '/api/user/prefer/saveTopicPrefer',
    access: 'user',
    menu: '/subscribe',
    summary: 'Adds, changes (by id) or deletes (`deleted`) subscriptions',
    input: z.object({
      list: z
        .array(
          z.object({
            id: id.optional(),
            kind: subscriptionKind,
            value: z.string().trim().min(1, '请填写订阅的内容').max(2_000),
            name: z.string().trim().max(100).default(''),
            notify: notify.default('none'),
            deleted: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(50),
    }),
    output: z.array(subscription),
  },
  subscriptions: {
    method: 'GET',
    path: '/api/user/prefer/listTopicPrefer',
    access: 'user',
    menu: '/subscribe',
    summary: "The caller's subscriptions with their new papers",
    input: noInput,
    output: z.array(subscription),
  },
  subscriptionPapers: {
    method: 'POST',
    path: '/api/subscribe/search',
    access: 'user',
    menu: '/subscribe',
    summary: 'Papers of one subscription, newest first, new ones flagged; marks it as looked at',
    input: pagedInput({
      subscription_id: id,
      since: emptyAsAbsent(time.optional()),
      /** Whether to leave the papers marked as new; by default the call marks everything as seen. */
      peek: z.boolean().default(false),
    }),
    output: pageOf(paper.extend({ is_new: z.boolean() })).extend({ subscription }),
    extra: true,
  },
  subscriptionPreview: {
    method: 'POST',
    path: '/api/subscribe/preview',
    access: 'user',
    menu: '/subscribe',
    summary: 'How many papers of the last 30 days a subscription would have found',
    input: z.object({ kind: subscriptionKind, value: z.string().trim().min(1).max(2_000) }),
    output: z.object({ days: z.number().int(), count: z.number().int(), total: z.number().int() }),
    extra: true,
  },
} satisfies Endpoints

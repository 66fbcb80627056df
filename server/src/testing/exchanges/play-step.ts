import {
  type AnswerEvent,
  api,
  applyAnswerEvent,
  type Citation,
  emptyAnswer,
  type ResearchReport,
} from '@scinav/contract'
import { openChat, sendAndRead } from '../chat.ts'
import { completeResearch } from '../research-scene.ts'
import type { Caller, TestApp } from '../test-app.ts'
import { joinLines, type SceneStep } from './scene-file.ts'

/** A person in the middle of a scene. */
export interface Player extends Pick<Caller, 'call' | 'send'> {
  app: TestApp
  /** The chat that goes on, with its application. */
  chat?: { application: string; chat_id: string }
}

type AskStep = Extract<SceneStep, { ask: unknown }>

/** Carries out a step and returns what comes of it, in the form that `outcomes` of a scene describe. */
export async function playStep(player: Player, step: SceneStep): Promise<unknown> {
  if ('ask' in step) return askQuestion(player, step)
  if ('research' in step) {
    const { report_id, state, snapshot } = await completeResearch(player, {
      question: step.research,
      depth: step.depth,
    })
    const report = await player.call(api.deepResearch.report, { report_id })
    const plan = snapshot.plans.at(-1)?.steps.map(({ title }) => title)
    return { state, plan, fallbacks: snapshot.fallbacks, ...reportOutcome(report) }
  }
  if ('translate' in step) {
    const { text } = await player.call(api.translate.paper, {
      text: joinLines(step.translate),
      fields: [],
      target: step.target,
    })
    return { text: text?.split('\n') }
  }
  const [paper_id = ''] = await findPaperIds(player.app, [step.aspects])
  const { engine, aspects } = await player.call(api.reading.aspects, { paper_id })
  return {
    engine,
    aspects: aspects
      .filter(({ sentences }) => sentences.length > 0)
      .map(({ aspect, summary, sentences }) => ({
        aspect,
        summary,
        quotes: sentences.map(({ quote }) => quote),
      })),
  }
}

async function askQuestion(player: Player, { ask, application, inputs, papers }: AskStep): Promise<unknown> {
  if (player.chat?.application !== application)
    player.chat = { application, chat_id: await openChat(player, application) }
  const { chat_id } = player.chat
  const paper_id_list = await findPaperIds(player.app, papers)
  const frames = await sendAndRead(player, { chat_id, message: joinLines(ask), inputs, paper_id_list })
  const state = frames.reduce(
    (before, frame) => applyAnswerEvent(before, frame as unknown as AnswerEvent),
    emptyAnswer(),
  )
  return {
    text: state.answer.split('\n'),
    citations: state.citations.map(citationOutcome),
    notes: state.notices,
    suggestions: state.other_questions,
    /** The texts that revisions have replaced. */
    revised: state.revisions.map(({ other }) => other.text),
    searched_as: state.understood?.searched_as ?? null,
    parts: state.understood?.parts ?? [],
    /** The constraints that the question states. */
    usage: state.usage,
    error: frames.find(({ event }) => event === 'error')?.data.code ?? null,
  }
}

const citationOutcome = ({ n, title, quote, support, check }: Citation) => ({
  n,
  title,
  quote,
  support,
  ...('fault' in check ? { fault: check.fault } : {}),
})

const reportOutcome = ({ sections, references, engine }: ResearchReport) => ({
  engine,
  sections: sections.map(({ kind, title, written_by, text, citations }) => ({
    kind,
    title,
    written_by,
    text: text.split('\n'),
    citations: citations.map(({ n, quote, support }) => ({ n, quote, support })),
  })),
  references: references.map(({ title }) => title),
})

/** @throws Error when a title is not in the library. */
async function findPaperIds({ base }: TestApp, titles: string[]): Promise<string[]> {
  if (titles.length === 0) return []
  const rows = await base.db
    .selectFrom('papers')
    .select(['id', 'title'])
    .where('title', 'in', titles)
    .execute()
  return titles.map((title) => {
    const row = rows.find((each) => each.title === title)
    if (!row) throw new Error(`the library of the exchanges has no paper "${title}"`)
    return row.id
  })
}

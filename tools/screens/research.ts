// The screens of deep research for `npm run screens`; without a model, from the library alone.
import type { BrowserContext, Page } from '@playwright/test'
import type { RunningServer } from '../../e2e/support/server.ts'
import type { ScreenSpec } from './screens.ts'

const headers = { 'x-login-type': 'front' }

const QUESTIONS = {
  report: '神经网络的训练方法有哪些，各有什么局限？',
  compared: 'How do dropout and batch normalization compare as ways to train deep networks?',
  planned: '深度学习与强化学习结合的方法有哪些？',
  asked: '犟骨散对骨折愈合有什么作用？',
  thin: '嫦娥六号带回的月壤里氦三的克数是多少？',
}

/** Ids of runs by the name of their question. */
export type ResearchScene = Record<keyof typeof QUESTIONS, string>

/**
 * Creates runs of the logged-in user: two finished ones, one with a clarifying question, one whose plan waits, one that
 * found little.
 */
export async function createResearchScene(
  { request }: BrowserContext,
  { url }: RunningServer,
): Promise<ResearchScene> {
  const begin = async (question: string, auto_accept_plan: boolean): Promise<string> => {
    const data = { question, auto_accept_plan, model: 'extractive' }
    const answer = await request.post(`${url}/api/deep_research/run`, { headers, data })
    if (!answer.ok()) throw new Error(await answer.text())
    return (await answer.json()).data.run_id
  }
  const until = async (run_id: string, states: string[]): Promise<string> => {
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await request.get(`${url}/api/deep_research/run/${run_id}`, { headers })
      const { state } = (await answer.json()).data
      if (states.includes(state)) return run_id
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    throw new Error(`the research did not come to ${states.join(' or ')}`)
  }
  const over = ['completed', 'completed_partial']
  return {
    thin: await until(await begin(QUESTIONS.thin, true), over),
    compared: await until(await begin(QUESTIONS.compared, true), over),
    report: await until(await begin(QUESTIONS.report, true), over),
    asked: await until(await begin(QUESTIONS.asked, false), ['waiting_clarification', 'waiting_plan']),
    planned: await until(await begin(QUESTIONS.planned, false), ['waiting_clarification', 'waiting_plan']),
  }
}

/** Returns the screens of deep research: start, clarification, plan, process and report. */
export function researchScreens(runs: ResearchScene): Record<string, ScreenSpec> {
  const run = (name: keyof ResearchScene, act?: ScreenSpec['act'], view = ''): ScreenSpec => ({
    address: `/#/deepResearch?${new URLSearchParams({ run_id: runs[name], ...(view && { view }) })}`,
    ...(act && { act }),
  })
  const report = (act: ScreenSpec['act']): ScreenSpec => run('report', act)
  return {
    research: { address: '/#/deepResearch' },
    'research-filled': { address: `/#/deepResearch?question=${encodeURIComponent(QUESTIONS.report)}` },
    'research-asked': run('asked'),
    'research-plan': run('planned'),
    'research-plan-edited': run('planned', editStep),
    'research-process': run('report', undefined, 'research'),
    'research-report': report(waitForReport),
    'research-sections': report((page) => scrollToSection(page, /主要证据/)),
    'research-charts': report((page) => scrollToSection(page, '年份与来源分布')),
    'research-agreement': report((page) => scrollToSection(page, '文献间一致与分歧')),
    'research-references': report((page) => scrollToSection(page, '参考文献')),
    'research-editor': report(editSection),
    'research-wish': report(requestRewrite),
    'research-cited': report(async (page) => {
      await waitForReport(page)
      await page
        .getByRole('button', { name: /^引用 1，/ })
        .first()
        .click()
    }),
    'research-compared': run('compared', waitForReport),
    'research-compared-more': run('compared', (page) =>
      scrollToSection(page, /主要证据|证据不足|Not enough/),
    ),
    'research-thin': run('thin'),
    'research-runs': report(async (page) => {
      await page.getByRole('button', { name: '历次报告' }).click()
      await page.getByRole('dialog').getByRole('link').first().waitFor()
    }),
    'research-export': report(async (page) => {
      await waitForReport(page)
      await page.getByRole('button', { name: '导出报告' }).click()
    }),
  }
}

const waitForReport = (page: Page) => page.getByRole('button', { name: '导出报告' }).waitFor()

async function scrollToSection(page: Page, name: string | RegExp): Promise<void> {
  await waitForReport(page)
  const section = page.getByRole('article').getByRole('heading', { name }).first()
  await section.evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
  await page.mouse.wheel(0, -120)
}

async function editStep(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /编辑这一步$/ })
    .first()
    .click()
  await page.getByLabel('这一步查什么').waitFor()
}

async function editSection(page: Page): Promise<void> {
  await waitForReport(page)
  await page.getByRole('button', { name: '编辑「局限与未覆盖」' }).click()
  await page.getByLabel('「局限与未覆盖」的内容').scrollIntoViewIfNeeded()
}

async function requestRewrite(page: Page): Promise<void> {
  await waitForReport(page)
  const section = page.getByRole('region', { name: /^主要证据/ }).first()
  await section.getByRole('button', { name: /^重写「/ }).click()
  await page.getByRole('menuitem', { name: '按要求改写…' }).click()
  await section
    .getByRole('textbox')
    .or(section.getByText(/按要求改写需要语言模型/))
    .first()
    .scrollIntoViewIfNeeded()
}

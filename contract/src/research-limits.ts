/** How thorough a research with a model is; without a model all depths are the same. */
export const researchDepths = ['brief', 'standard', 'thorough'] as const
/** How thorough a research is. */
export type ResearchDepth = (typeof researchDepths)[number]

/** The bounds of a research with a model. */
export interface ResearchBudget {
  /** The fewest and the most steps of a plan. */
  steps: readonly [number, number]
  /** The most works that are read for one step. */
  works_a_step: number
  /** The most works that are set side by side before the report is written. */
  works_compared: number
  /** The most rows of the comparison table. */
  table_rows: number
  /** The most sections between the opening answer and the comparison. */
  body_sections: number
  /** The most works that one section is written from. */
  works_a_section: number
  /** The intended length of a Chinese report, in characters; an English one has half as many words. */
  chars: number
  /**
   * Whether the report leaves out what a reader of one page does without: the figure, the queries, and the years and
   * venues of what was read.
   */
  is_short: boolean
  /** What a research usually uses, with a model that writes 60 tokens a second. */
  expected: { calls: number; tokens: number; minutes: number }
  /** The most requests to the model. */
  calls: number
  /** The most tokens of requests and replies together. */
  tokens: number
  /** The most time that the model may take in all. */
  minutes: number
}

/**
 * What a model may do in one research, by depth. What a research is expected to use, and the most that it may use, are
 * shown before the start. What remains when the most is spent is done without the model.
 */
export const RESEARCH_DEPTHS = {
  brief: {
    steps: [3, 4],
    works_a_step: 8,
    works_compared: 20,
    table_rows: 6,
    body_sections: 3,
    works_a_section: 8,
    chars: 1_800,
    is_short: true,
    expected: { calls: 24, tokens: 100_000, minutes: 4 },
    calls: 40,
    tokens: 200_000,
    minutes: 15,
  },
  standard: {
    steps: [4, 6],
    works_a_step: 12,
    works_compared: 40,
    table_rows: 10,
    body_sections: 5,
    works_a_section: 10,
    chars: 4_500,
    is_short: false,
    expected: { calls: 40, tokens: 210_000, minutes: 8 },
    calls: 60,
    tokens: 350_000,
    minutes: 25,
  },
  thorough: {
    steps: [5, 8],
    works_a_step: 18,
    works_compared: 64,
    table_rows: 12,
    body_sections: 7,
    works_a_section: 14,
    chars: 8_000,
    is_short: false,
    expected: { calls: 55, tokens: 300_000, minutes: 12 },
    calls: 110,
    tokens: 700_000,
    minutes: 50,
  },
} as const satisfies Record<(typeof researchDepths)[number], ResearchBudget>

/** Limits that the code enforces, independently of the engine. */
export const RESEARCH_LIMITS = {
  /** Characters of a question. */
  question_length: 4_000,
  /** Steps of a plan. */
  steps: 8,
  /** Steps of a plan that rules draw up for a question that is not compound. */
  planned_steps: 3,
  /** Versions of a plan. */
  plans: 3,
  /** Queries of a step. */
  queries_a_step: 4,
  /** Queries of a step that rules draw up. */
  template_queries: 3,
  /** Passages that a query returns. */
  hits_a_query: 10,
  /** Sentences that one step contributes. */
  evidence_a_step: 12,
  /** Sentences of one source in a step. */
  quotes_a_source: 3,
} as const

import type { Defence } from './defence.ts'

/** Defences against questions that would block everybody else. */
export const questionDefences: Defence[] = [
  {
    attack: 35,
    what: 'a query is read up to a limit',
    file: 'search/src/query/parse.ts',
    on: 'const MAX_QUERY_CHARS = 2000',
    off: 'const MAX_QUERY_CHARS = 200_000',
    test: 'search/src/query/parse.test.ts',
    title: 'what is beyond 2,000 characters',
  },
  {
    attack: 35,
    what: 'a phrase is read only as far as a paper may have it',
    file: 'search/src/ranking/phrase-positions.ts',
    on: 'index < readers.length && count > 0',
    off: 'index < readers.length',
    test: 'search/src/ranking/match-positions.test.ts',
    title: 'a phrase of a thousand words',
  },
  {
    attack: 35,
    what: 'a search that takes too long is given up',
    file: 'search/src/ranking/deadline.ts',
    on: 'performance.now() > deadlineAt',
    off: '(false as boolean)',
    test: 'search/src/ranking/deadline.test.ts',
    title: 'a search that takes too long',
  },
  {
    attack: 35,
    what: 'regular expressions that a text makes slow do not come in',
    file: 'scripts/regexes.ts',
    on: 'if (!report) return null',
    off: 'if (!report || report.character) return null',
    test: 'scripts/regexes.test.ts',
    title: 'a bad expression in a source',
  },
  {
    attack: 72,
    what: 'answers about closed bases use no tools',
    file: 'server/src/chat/chats/task.ts',
    on: 'isConfidential ? [] : toolsFor(ctx, mcp_ids)',
    off: 'toolsFor(ctx, mcp_ids)',
    also: [
      {
        file: 'server/src/answers/grounded/model-answer.ts',
        on: '!task.model.external && task.tools.length === 0',
        off: '!task.model.external',
      },
    ],
    test: 'server/src/chat/mcp/chat.test.ts',
    title: 'attack 72: about a base',
  },
  {
    attack: 72,
    what: 'researches in closed bases use no tools',
    file: 'server/src/research/gather/tool-sources.ts',
    on: 'if (await hasRestrictedDataset(ctx, request.sources))',
    off: 'if (false as boolean)',
    test: 'server/src/research/tools.test.ts',
    title: 'attack 72: a research',
  },
]

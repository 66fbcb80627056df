/** How many questions a thread has in hand: the next one is there when it has answered, and no more wait behind it. */
const MAX_IN_FLIGHT = 2
/** How many short questions go before a long one that waits. */
const MAX_SHORT_BEFORE_LONG = 3

interface QueuedQuestion<Question, Answer> {
  question: Question
  tell: (answer: Promise<Answer>) => void
}

interface QuestionWorker<Question, Answer> {
  /** Questions in hand. */
  busy: () => number
  ask: (question: Question) => Promise<Answer>
}

/**
 * Hands questions to the thread that has fewest in hand. What all threads are too busy for waits here, where the short
 * ones go first: somebody who types does not wait behind everybody who searches. The long ones have their turn too.
 *
 * @param isShort whether a question goes before the others.
 */
export function createQueue<Question, Answer>(
  threads: QuestionWorker<Question, Answer>[],
  isShort: (question: Question) => boolean,
): (question: Question) => Promise<Answer> {
  const short: QueuedQuestion<Question, Answer>[] = []
  const long: QueuedQuestion<Question, Answer>[] = []
  let ahead = 0

  function next(): QueuedQuestion<Question, Answer> | undefined {
    const isShortsTurn = short.length > 0 && (ahead < MAX_SHORT_BEFORE_LONG || long.length === 0)
    ahead = isShortsTurn && long.length > 0 ? ahead + 1 : 0
    return isShortsTurn ? short.shift() : long.shift()
  }

  function free(): QuestionWorker<Question, Answer> | undefined {
    const [first, ...others] = threads
    const idlest = others.reduce(
      (best, thread) => (best && thread.busy() >= best.busy() ? best : thread),
      first,
    )
    return idlest && idlest.busy() < MAX_IN_FLIGHT ? idlest : undefined
  }

  function hand(): void {
    for (let thread = free(); thread; thread = free()) {
      const taken = next()
      if (!taken) return
      const answer = thread.ask(taken.question)
      taken.tell(answer)
      answer.then(hand, hand)
    }
  }

  return (question) =>
    new Promise((resolve) => {
      const waiting = isShort(question) ? short : long
      waiting.push({ question, tell: resolve })
      hand()
    })
}

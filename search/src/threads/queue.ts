/** How many questions a thread has in hand: the next one is there when it has answered, and no more wait behind it. */
const IN_HAND = 2
/** How many short questions go before a long one that waits. */
const BEFORE_A_LONG_ONE = 3

interface Asked<Question, Answer> {
  question: Question
  tell: (answer: Promise<Answer>) => void
}

interface Answering<Question, Answer> {
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
  threads: Answering<Question, Answer>[],
  isShort: (question: Question) => boolean,
): (question: Question) => Promise<Answer> {
  const short: Asked<Question, Answer>[] = []
  const long: Asked<Question, Answer>[] = []
  let ahead = 0

  function next(): Asked<Question, Answer> | undefined {
    const isShortsTurn = short.length > 0 && (ahead < BEFORE_A_LONG_ONE || long.length === 0)
    ahead = isShortsTurn && long.length > 0 ? ahead + 1 : 0
    return isShortsTurn ? short.shift() : long.shift()
  }

  function free(): Answering<Question, Answer> | undefined {
    const [first, ...others] = threads
    const idlest = others.reduce(
      (best, thread) => (best && thread.busy() >= best.busy() ? best : thread),
      first,
    )
    return idlest && idlest.busy() < IN_HAND ? idlest : undefined
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

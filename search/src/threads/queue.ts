/** Questions in flight per thread: the next one is available when it has answered, and no more wait behind it. */
const MAX_IN_FLIGHT = 2
/** Number of short questions that may overtake a waiting long one. */
const MAX_SHORT_BEFORE_LONG = 3

interface QueuedQuestion<Question, Answer> {
  question: Question
  tell: (answer: Promise<Answer>) => void
}

interface QuestionWorker<Question, Answer> {
  /** Returns the number of questions in flight. */
  busy: () => number
  ask: (question: Question) => Promise<Answer>
}

/**
 * Distributes questions to the thread with the fewest in flight. Questions that exceed the capacity of all threads wait
 * here, and short ones overtake long ones: completing typed text does not wait behind searches. Long ones are not
 * starved.
 *
 * @param isShort returns whether a question overtakes others.
 */
export function createQueue<Question, Answer>(
  threads: QuestionWorker<Question, Answer>[],
  isShort: (question: Question) => boolean,
): (question: Question) => Promise<Answer> {
  const short: QueuedQuestion<Question, Answer>[] = []
  const long: QueuedQuestion<Question, Answer>[] = []
  let ahead = 0

  /** Returns the next question: short ones first, but a long one after `MAX_SHORT_BEFORE_LONG` of them. */
  function next(): QueuedQuestion<Question, Answer> | undefined {
    const isShortsTurn = short.length > 0 && (ahead < MAX_SHORT_BEFORE_LONG || long.length === 0)
    ahead = isShortsTurn && long.length > 0 ? ahead + 1 : 0
    return isShortsTurn ? short.shift() : long.shift()
  }

  /** Returns the least busy thread if it has capacity. */
  function free(): QuestionWorker<Question, Answer> | undefined {
    const [first, ...others] = threads
    const idlest = others.reduce(
      (best, thread) => (best && thread.busy() >= best.busy() ? best : thread),
      first,
    )
    return idlest && idlest.busy() < MAX_IN_FLIGHT ? idlest : undefined
  }

  /** Passes waiting questions to threads with capacity. */
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

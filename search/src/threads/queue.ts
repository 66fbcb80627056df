/** Maximum number of questions in flight per thread: the one being answered, and the next one. */
const MAX_IN_FLIGHT = 2
/** Maximum number of short questions that overtake a waiting long one. */
const MAX_SHORT_BEFORE_LONG = 3

/** A question that waits, with the function that receives the promise of its answer. */
interface QueuedQuestion<Question, Answer> {
  question: Question
  resolve: (answer: Promise<Answer>) => void
}

/** A thread that answers questions. */
interface QuestionWorker<Question, Answer> {
  /** Returns the number of questions in flight. */
  pendingCount: () => number
  answer: (question: Question) => Promise<Answer>
}

/**
 * Creates a queue that gives each question to the thread with the fewest in flight. Questions that exceed the capacity
 * of all threads wait here, and short ones overtake long ones, so that completing typed text does not wait for
 * searches; but only `MAX_SHORT_BEFORE_LONG` in a row do.
 *
 * @param isShort returns whether a question overtakes others.
 * @returns a function that answers a question when its turn has come.
 */
export function createQueue<Question, Answer>(
  threads: QuestionWorker<Question, Answer>[],
  isShort: (question: Question) => boolean,
): (question: Question) => Promise<Answer> {
  const short: QueuedQuestion<Question, Answer>[] = []
  const long: QueuedQuestion<Question, Answer>[] = []
  /** Number of short questions taken in a row while a long one waited. */
  let shortInRow = 0

  /** Removes and returns the next question: short ones first, but a long one after `MAX_SHORT_BEFORE_LONG` in a row. */
  function takeNext(): QueuedQuestion<Question, Answer> | undefined {
    const isShortsTurn = short.length > 0 && (shortInRow < MAX_SHORT_BEFORE_LONG || long.length === 0)
    shortInRow = isShortsTurn && long.length > 0 ? shortInRow + 1 : 0
    return isShortsTurn ? short.shift() : long.shift()
  }

  /** Returns the least busy thread if it has capacity. */
  function idlestThread(): QuestionWorker<Question, Answer> | undefined {
    const [first, ...others] = threads
    const idlest = others.reduce(
      (best, thread) => (best && thread.pendingCount() >= best.pendingCount() ? best : thread),
      first,
    )
    return idlest && idlest.pendingCount() < MAX_IN_FLIGHT ? idlest : undefined
  }

  /** Passes waiting questions to threads with capacity. */
  function dispatch(): void {
    for (let thread = idlestThread(); thread; thread = idlestThread()) {
      const queued = takeNext()
      if (!queued) return
      const answer = thread.answer(queued.question)
      queued.resolve(answer)
      answer.then(dispatch, dispatch)
    }
  }

  return (question) =>
    new Promise((resolve) => {
      const waiting = isShort(question) ? short : long
      waiting.push({ question, resolve })
      dispatch()
    })
}

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'

/** A message to one person: an e-mail or a text message. */
export interface OutgoingMessage {
  to: string
  subject: string
  text: string
  /** The code in the text, for tools that read the outbox. */
  code?: string | undefined
}

/** Sends messages through one channel. */
export interface Mailer {
  /**
   * Sends a message.
   *
   * @throws when it was not accepted; sending again is safe.
   */
  send: (message: OutgoingMessage) => Promise<void>
}

/** How long the mail server may take, ms. */
const TIMEOUT_MS = 20_000
const TIMEOUTS = { connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }

/**
 * Connects and logs in without sending anything; returns whether the connection is encrypted.
 *
 * @throws the error of the mail server or the network.
 */
export async function verifySmtp(url: string): Promise<boolean> {
  if (new URL(url).protocol === 'smtps:') {
    await connectOnce(url, {})
    return true
  }
  try {
    await connectOnce(url, { requireTLS: true })
    return true
  } catch {
    // Without STARTTLS this succeeds; any other fault of the server is thrown here.
    await connectOnce(url, {})
    return false
  }
}

/** Connects, logs in and closes the connection. */
async function connectOnce(url: string, options: object): Promise<void> {
  const transport = createTransport({ url, ...TIMEOUTS, ...options } as object)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Creates a sender of e-mail by SMTP, e.g. `smtps://user:secret@mail.example.edu.cn`. */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...TIMEOUTS } as object)
  return {
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ from, to, subject, text })
    },
  }
}

/** Creates a sender of text messages through an HTTP gateway of the institution: POST { to, text, code } as JSON. */
export function createWebhookMailer(url: string, token: string | undefined): Mailer {
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  return {
    send: async ({ to, text, code }) => {
      const body = JSON.stringify({ to, text, code })
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
    },
  }
}

/** Creates a sender that writes each message to a file `<time>.json` in a folder, and to the log. */
export function createOutboxMailer(folder: string, log: Logger, now: () => Date): Mailer {
  let count = 0
  return {
    send: async (message) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      count += 1
      const stamp = now().toISOString().replaceAll(':', '-')
      const name = `${stamp}-${String(count).padStart(4, '0')}.json`
      await writeFile(join(folder, name), `${JSON.stringify(message, null, 2)}\n`, {
        mode: 0o600,
        flag: 'wx',
      })
      log.info(
        { outbox: name },
        `未配置发送渠道，消息已写入发件箱：${message.to} ${message.subject} ${message.text}`,
      )
    },
  }
}

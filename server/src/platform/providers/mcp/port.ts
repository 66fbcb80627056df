/** The address of a tool server. */
export type McpTarget =
  | {
      transport: 'http'
      url: string
      headers: Record<string, string>
      /** Whether it may have a private address. */
      inside: boolean
    }
  | { transport: 'stdio'; command: string; args: string[]; env: Record<string, string> }

/** A tool as its server describes it, truncated and cleaned for a model. */
export interface McpTool {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: object
  /** Whether the tool changes nothing, according to the server. */
  read_only: boolean
}

/** A connection of one person for one run; nothing of it is shared. */
export interface McpSession {
  tools: McpTool[]
  /** Identifies exactly these tools, with everything the server states about them before truncation. */
  hash: string
  /** Returns whether the connection is unusable. */
  isBroken: () => boolean
  /**
   * Calls a tool and returns its result as text.
   *
   * @throws McpFault; the signal's reason when it is aborted.
   */
  call: (name: string, args: unknown, signal: AbortSignal) => Promise<string>
  close: () => void
}

/** Opens connections to tool servers. */
export interface McpConnector {
  /**
   * Connects and lists the tools.
   *
   * @throws McpFault with a message in Chinese.
   */
  open: (target: McpTarget) => Promise<McpSession>
}

/** Why a tool server cannot be used, or a call failed; the message is Chinese. */
export class McpFault extends Error {}

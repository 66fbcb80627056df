/** Where a server of tools is. */
export type McpTarget =
  | {
      transport: 'http'
      url: string
      headers: Record<string, string>
      /** It may stand at a private address. */
      inside: boolean
    }
  | { transport: 'stdio'; command: string; args: string[]; env: Record<string, string> }

/** A tool as its server describes it, cut and cleaned for a model to read. */
export interface McpTool {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: object
  /** By the server's own word it changes nothing. */
  read_only: boolean
}

/** A connection of one person, for one run; nothing of it is shared. */
export interface McpSession {
  tools: McpTool[]
  /** Names exactly these tools with everything the server says of them, before anything was cut. */
  hash: string
  /** Nothing more can come of it. */
  broken: () => boolean
  /** What the tool answered, as text. @throws McpFault; the signal's reason where that was aborted. */
  call: (name: string, args: unknown, signal: AbortSignal) => Promise<string>
  close: () => void
}

/** Opens connections to servers of tools. */
export interface McpConnector {
  /** Connects and lists the tools. @throws McpFault with what is wrong, in Chinese. */
  open: (target: McpTarget) => Promise<McpSession>
}

/** Why a server of tools cannot be used, or did not do what it was asked; the message is Chinese. */
export class McpFault extends Error {}

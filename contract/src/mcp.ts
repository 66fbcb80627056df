import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { flag, id, noInput, noOutput, optionalText, pagedInput, pageOf, time } from './shapes.ts'

/** A tool of a server. */
const mcpTool = z.object({
  name: z.string(),
  description: z.string(),
  /** Whether the tool changes something; every call of such a tool needs the user's approval. */
  writes: z.boolean(),
})

/** A tool server that the operator allows. */
const mcpServer = z.object({
  id,
  name: z.string(),
  description: z.string(),
  state: z.enum(['unknown', 'ready', 'failed']),
  /** Why the server cannot be used, in Chinese. */
  message: z.string().nullable(),
  tools: z.array(mcpTool),
  /** Whether the caller has enabled the server. */
  enabled: z.boolean(),
})

/** Names of tools that differ from those that the operator approved. */
const toolChanges = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
})

/** Tools that a server offered at its last test and that await the operator's approval. */
const pendingTools = z.object({
  /** Identifies exactly these tools; the approval must send it. */
  hash: z.string(),
  tools: z.array(mcpTool),
  changes: toolChanges,
})

/** A header or an environment variable. Its value is never returned. */
const secret = z.object({
  name: z.string().regex(/^[\w-]{1,100}$/, '名称由字母、数字、- 和 _ 组成'),
  /** Null keeps the stored value. */
  value: z
    .string()
    .max(4_000)
    .regex(/^[\x20-\x7e\x80-\u{10ffff}]*$/u, '不能含换行等控制字符')
    .nullable(),
})

/** An HTTP address without a user name and a password in it. */
const httpUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), '应是 http 或 https 地址')
  .refine((text) => !/^\w+:\/\/[^/]*@/.test(text), '地址里不能写账号密码，请放在请求头里')

/** A tool server as an operator sees it. */
const operatorServer = mcpServer.omit({ enabled: true }).extend({
  transport: z.enum(['http', 'stdio']),
  url: z.string().nullable(),
  command: z.string().nullable(),
  args: z.array(z.string()),
  /** Names of the headers or environment variables that are set. */
  secrets: z.array(z.string()),
  /** Whether the server may have an address inside the private network. */
  inside: z.boolean(),
  /** Whether the server's own declaration that a tool changes nothing is trusted. */
  trusted: z.boolean(),
  /** Whether users may enable the server. */
  active: z.boolean(),
  /** The number of users who have enabled it. */
  user_count: z.number().int(),
  checked_at: time.nullable(),
  approved_at: time.nullable(),
  found: pendingTools.nullable(),
  created_at: time,
})

/** A server as an operator describes it. */
const serverInput = z
  .object({
    /** Absent: a new server. */
    id: id.optional(),
    name: z.string().trim().min(1, '请填写名称').max(60),
    description: z.string().trim().max(500).default(''),
    transport: z.enum(['http', 'stdio']).default('http'),
    url: httpUrl.nullable().default(null),
    command: z.string().trim().max(500).nullable().default(null),
    args: z.array(z.string().max(1_000)).max(50).default([]),
    /** The complete set: a secret that is not listed is removed. */
    secrets: z.array(secret).max(20).default([]),
    inside: flag.default(false),
    trusted: flag.default(false),
    active: flag.default(true),
  })
  .superRefine(({ transport, url, command }, ctx) => {
    if (transport === 'http' && !url) ctx.addIssue({ code: 'custom', path: ['url'], message: '请填写地址' })
    if (transport === 'stdio' && !command)
      ctx.addIssue({ code: 'custom', path: ['command'], message: '请填写命令' })
  })

/** A logged call of a tool. */
const toolCallRecord = z.object({
  id,
  user_id: id,
  account: z.string(),
  server_id: id,
  server_name: z.string(),
  tool: z.string(),
  /** SHA-256 of the arguments: it distinguishes calls without revealing their contents. */
  args_hash: z.string(),
  ok: z.boolean(),
  ms: z.number().int(),
  created_at: time,
})

/** Calls about tool servers, their approval and the log of their calls. For the flags of a call see `Endpoint`. */
export const mcpApi = {
  servers: {
    method: 'GET',
    path: '/api/application/mcp/list',
    access: 'user',
    summary: 'Servers of tools that the operator allows',
    input: noInput,
    output: z.array(mcpServer),
  },
  enable: {
    method: 'PUT',
    path: '/api/application/mcp/{id}/enabled',
    access: 'user',
    summary: 'Switches a server of tools on or off for oneself',
    input: z.object({ id, enabled: flag }),
    output: mcpServer,
    extra: true,
  },
  adminServers: {
    method: 'GET',
    path: '/api/admin/mcp',
    access: 'operator',
    summary: 'All servers of tools, and whether programs of this machine may be used',
    input: noInput,
    output: z.object({ stdio_allowed: z.boolean(), list: z.array(operatorServer) }),
    extra: true,
  },
  save: {
    method: 'POST',
    path: '/api/admin/mcp',
    access: 'operator',
    summary: 'Adds or changes a server of tools; another address or command takes the approval back',
    input: serverInput,
    output: operatorServer,
    extra: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/mcp/{id}',
    access: 'operator',
    summary: 'Removes a server of tools',
    input: z.object({ id }),
    output: noOutput,
    extra: true,
  },
  test: {
    method: 'POST',
    path: '/api/admin/mcp/{id}/test',
    access: 'operator',
    summary: 'Connects, at most 10 s, and lists the tools; `message` says why it failed, in Chinese',
    input: z.object({ id }),
    output: z.object({
      ok: z.boolean(),
      message: z.string(),
      took_ms: z.number().int(),
      server: operatorServer,
    }),
    extra: true,
  },
  approve: {
    method: 'POST',
    path: '/api/admin/mcp/{id}/approve',
    access: 'operator',
    summary: 'Approves the tools that the last test found; only these are ever used',
    input: z.object({ id, hash: z.string().max(64) }),
    output: operatorServer,
    extra: true,
  },
  calls: {
    method: 'GET',
    path: '/api/admin/mcp/calls',
    access: 'operator',
    summary: 'Calls of tools, newest first: who, what, how it ended; never contents',
    input: pagedInput({ server_id: optionalText(64) }),
    output: pageOf(toolCallRecord),
    extra: true,
  },
} satisfies Endpoints

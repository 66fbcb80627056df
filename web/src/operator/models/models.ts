import { api, type OutputOf } from '@scinav/contract'

export type Models = OutputOf<typeof api.models.list>
export type Model = Models['models'][number]
export type ModelKind = Model['kind']
export type TestResult = OutputOf<typeof api.models.test>

/** Kinds of models in the order of how much depends on them, and what each is for. */
export const modelKinds: readonly { value: ModelKind; name: string; about: string }[] = [
  { value: 'chat', name: '对话模型', about: '回答、归纳、翻译；没有时只摘录原文' },
  { value: 'embedding', name: '向量模型', about: '按意思找文献中的段落；没有时按词查找' },
  { value: 'rerank', name: '重排模型', about: '把找到的段落按相关程度重新排序' },
]

/** What a change of a model makes stale. */
export const MODEL_READS = [
  api.models.list,
  api.chat.models,
  api.tools.list,
  api.tools.mine,
  api.tools.recommended,
  api.tools.agents,
]

/** Addresses of well-known services that speak the protocol, to choose from while typing. */
export const knownAddresses = [
  { label: 'DeepSeek', value: 'https://api.deepseek.com/v1' },
  { label: '通义千问（百炼）', value: 'https://dashscope.aliyuncs.com/compatible-mode/v1' },
  { label: '智谱 GLM', value: 'https://open.bigmodel.cn/api/paas/v4' },
  { label: 'Kimi', value: 'https://api.moonshot.cn/v1' },
  { label: 'OpenAI', value: 'https://api.openai.com/v1' },
  { label: 'Ollama（本机）', value: 'http://127.0.0.1:11434/v1' },
  { label: 'vLLM（本机）', value: 'http://127.0.0.1:8000/v1' },
]

import { readFileSync } from 'node:fs'

const FOLDER = new URL('../../shared/data/ir/', import.meta.url)

/** Sets with human relevance judgements, with the target of their top ten hits. */
export const JUDGED_SETS = [
  { name: 'scifact', title: 'SciFact nDCG@10', goal: 0.706 },
  { name: 'cranfield', title: 'Cranfield nDCG@10', goal: 0.388 },
  { name: 'csl-keyword', title: 'CSL keywords nDCG@10', goal: 0.684 },
]

const TOP_K = 10

/** A paper or a query of a set. */
export interface JudgedText {
  _id: string
  title?: string
  text: string
}

/** Returns the lines of a file of a judged set. */
export function readSetLines(set: string, file: string): string[] {
  return readFileSync(new URL(`${set}/${file}`, FOLDER), 'utf8')
    .trim()
    .split('\n')
}

/**
 * Computes nDCG: the discounted cumulative gain Σ gainᵢ / log₂(i + 1) of the top hits, divided by that of the ideal
 * order (Järvelin and Kekäläinen 2002).
 */
export function ndcg(gains: number[], judged: number[]): number {
  const sum = (list: number[]) =>
    list.slice(0, TOP_K).reduce((total, gain, at) => total + Math.max(0, gain) / Math.log2(at + 2), 0)
  return sum(gains) / sum(judged.toSorted((a, b) => b - a))
}

/** Reads the relevance judgements of papers, by query. */
export function readJudgements(set: string): Map<string, Map<string, number>> {
  const judged = new Map<string, Map<string, number>>()
  for (const line of readSetLines(set, 'qrels.tsv').slice(1)) {
    const [query = '', paper = '', score = '0'] = line.split('\t')
    const papers = judged.get(query) ?? new Map<string, number>()
    judged.set(query, papers.set(paper, Number(score)))
  }
  return judged
}

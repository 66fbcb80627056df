import { expect, test } from 'vitest'
import { findListFindings } from '../reading/index.ts'
import { readLatexManuscript } from './read-latex.ts'

const MAIN = String.raw`\documentclass{article}
\begin{document}
\section{Introduction}
It rains~\cite{doe,roe}. % but not here \cite{none}
\citet[p.~5]{poe} disagree\footnote{See also \citep{moe}.}.

\input{part}
\begin{equation} x = [1, 2] \end{equation}
\begin{thebibliography}{9}
\bibitem{doe} J.~Doe, \emph{Rain}, 2019.
\bibitem{poe} P.~Poe, \emph{Radar}, 2020.
\bibitem{roe} R.~Roe, \emph{Hills}, 2021.
\end{thebibliography}
\end{document}`

test('a LaTeX manuscript with a list of its own is read with its parts and notes', async () => {
  const read = await readLatexManuscript([
    { name: 'main.tex', text: MAIN },
    { name: 'part.tex', text: String.raw`Later \parencite{roe}.` },
  ])
  expect(read.entries.map(({ number, text }) => `${number} ${text}`)).toEqual([
    '1 J. Doe, Rain, 2019.',
    '2 P. Poe, Radar, 2020.',
    '3 R. Roe, Hills, 2021.',
  ])
  expect(read.markers.map(({ entries, unmatched }) => [entries, unmatched])).toEqual([
    [[0, 2], []],
    [[1], []],
    [[2], []],
    [[], ['moe']],
  ])
  for (const { block, start, end, text } of read.markers)
    expect(read.blocks[block]?.text.slice(start, end)).toBe(text)
  expect(findListFindings(read).map(({ kind }) => kind)).toEqual(['not-listed', 'out-of-order'])
})

test('of a BibTeX file the list has what the text cites', async () => {
  const bib = ['doe', 'roe', 'poe']
    .map(
      (key, at) =>
        `@article{${key},\n  author = {Doe, Jane},\n  title = {Rain ${at}},\n  year = {20${10 + at}}\n}`,
    )
    .join('\n\n')
  const text = String.raw`\begin{document}One \citep{poe}, two \citep{doe,none}.\bibliography{all}\end{document}`
  const read = await readLatexManuscript([
    { name: 'paper/main.tex', text },
    { name: 'paper/all.bib', text: bib },
  ])
  expect(read.entries.map((entry) => /Rain \d/.exec(entry.text)?.[0])).toEqual(['Rain 2', 'Rain 0'])
  expect(read.markers.map(({ entries }) => entries)).toEqual([[0], [1]])
  expect(findListFindings(read)).toEqual([{ kind: 'not-listed', marker: 1, label: 'none' }])
})

test('entries of a BibTeX file are found by their keys, however its lines are broken', async () => {
  const records = ['doe', 'roe', 'poe'].map((key) => `@article{${key}, title = {Rain ${key}}, year = {2019}}`)
  const text = String.raw`\begin{document}One \citep{poe}, two \citep{doe,roe}.\bibliography{all}\end{document}`
  for (const separator of ['\n', ' ', '']) {
    const read = await readLatexManuscript([
      { name: 'main.tex', text },
      { name: 'all.bib', text: records.join(separator) },
    ])
    const titles = read.entries.map((entry) => /Rain \w+/.exec(entry.text)?.[0])
    expect([separator, titles]).toEqual([separator, ['Rain poe', 'Rain doe', 'Rain roe']])
  }
})

test('a work is found in a BibTeX file of thousands that the text does not cite', async () => {
  const record = (key: string) => `@article{${key},\n  title = {Rain ${key}},\n  year = {2019}\n}\n`
  const bib = Array.from({ length: 4_000 }, (_, at) => record(`other${at}`)).join('') + record('doe')
  const { entries, markers } = await readLatexManuscript([
    { name: 'main.tex', text: String.raw`It rains\cite{doe}.` },
    { name: 'all.bib', text: bib },
  ])
  expect(entries).toHaveLength(1)
  expect(markers.map(({ unmatched }) => unmatched)).toEqual([[]])
})

test('long sources of repeated commands are read in linear time', async () => {
  const list = String.raw`\begin{thebibliography}{9}\bibitem{doe} J.~Doe, Rain, 2019.\end{thebibliography}`
  for (const repeated of [`\\${'cite'.repeat(500_000)}`, '\\begin{equation}'.repeat(200_000)]) {
    const text = `${repeated}\n\nIt rains\\cite{doe}. ${list}`
    const { markers } = await readLatexManuscript([{ name: 'main.tex', text }])
    expect(markers.map(({ entries }) => entries)).toEqual([[0]])
  }
  const bib = '@article{doe, title={Rain}, year={2019}} '.repeat(100_000)
  const { entries } = await readLatexManuscript([
    { name: 'main.tex', text: String.raw`It rains\cite{doe}.` },
    { name: 'all.bib', text: bib },
  ])
  expect(entries).toHaveLength(1)
})

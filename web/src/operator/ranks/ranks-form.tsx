import { api, type OutputOf } from '@scinav/contract'
import { Button, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { formatCount } from '../../ui/figures.ts'
import { saveFile } from '../../ui/save-file.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { BrokenList } from '../import/import-broken.tsx'
import { decodeTable } from '../import/import-table.ts'
import styles from '../operator.module.css'
import { type RankList, rankListInfo, rankLists, rankTemplate } from './ranks-lists.ts'

type RankImportResult = OutputOf<typeof api.library.importRanks>

/** The CSV table to import. */
interface RankTable {
  /** Its content; `''` while there is none. */
  csv: string
  /** Absent for pasted text. */
  fileName?: string
}

/** The state before a table was chosen. */
const NO_TABLE: RankTable = { csv: '' }

/** The first and last year that can be chosen. */
const MIN_YEAR = 1980
const MAX_YEAR = 2100

/** The choices of the rank list. */
const options = rankLists.map((list) => ({ value: list, label: `${list} · ${rankListInfo[list].name}` }))

/** Renders the import of a rank table: list and year, the table as a file or text, and the result. */
export function RanksForm() {
  const [list, setList] = useState<RankList>('CSSCI')
  const [year, setYear] = useState(new Date().getFullYear())
  const [table, setTable] = useState<RankTable>(NO_TABLE)
  const [outcome, setOutcome] = useState<{ result?: RankImportResult; problem?: string }>({})
  const importing = useWrite(api.library.importRanks, {
    refreshes: [api.library.ranks, api.papers.journals, api.papers.search],
  })
  const importTable = async () => {
    const answer = await importing.mutateAsync({ list, year, csv: table.csv })
    if (!answer.success) return setOutcome({ problem: answer.issues?.[0]?.message ?? answer.message })
    setOutcome({ result: answer.data })
    setTable(NO_TABLE)
  }
  return (
    <section className={styles.form} aria-label="导入级别表">
      <ListAndYear list={list} onList={setList} year={year} onYear={setYear} />
      <TableInput table={table} onTable={setTable} />
      <Button
        type="primary"
        disabled={table.csv.trim() === ''}
        loading={importing.isPending}
        onClick={importTable}
      >
        导入 {list} {year}
      </Button>
      {outcome.problem && <Notice tone="bad">{outcome.problem}</Notice>}
      {outcome.result && <ImportOutcome result={outcome.result} />}
    </section>
  )
}

interface ListAndYearProps {
  list: RankList
  onList: (list: RankList) => void
  year: number
  onYear: (year: number) => void
}

/** Renders the choice of the rank list and its year, and the template of the list's table. */
function ListAndYear({ list, onList, year, onYear }: ListAndYearProps) {
  return (
    <div className={styles.which}>
      <div className={styles.field}>
        <label htmlFor="rank-list">级别表</label>
        <Select id="rank-list" showSearch options={options} value={list} onChange={onList} />
      </div>
      <div className={styles.field}>
        <label htmlFor="rank-year">年份</label>
        <InputNumber
          id="rank-year"
          min={MIN_YEAR}
          max={MAX_YEAR}
          precision={0}
          value={year}
          onChange={(value) => value !== null && onYear(value)}
        />
      </div>
      <Button onClick={() => saveFile(rankTemplate(list), `${list}.csv`)}>下载表格模板</Button>
    </div>
  )
}

/** Renders the table to import: a file, or text in a field. */
function TableInput({ table, onTable }: { table: RankTable; onTable: (table: RankTable) => void }) {
  const readFile = async ([file]: File[]) => {
    if (file) onTable({ csv: decodeTable(await file.arrayBuffer()), fileName: file.name })
  }
  return (
    <>
      <FileDrop
        accept=".csv,.txt,text/csv"
        multiple={false}
        note="CSV 表格，第一行是列名：刊名（title）、ISSN、类别（category）、分区或级别（value）、top；刊名和 ISSN 至少填一个"
        onFiles={readFile}
      />
      {table.fileName ? (
        <ChosenFile name={table.fileName} csv={table.csv} onRemove={() => onTable(NO_TABLE)} />
      ) : (
        <Input.TextArea
          aria-label="表格内容"
          placeholder="或把表格粘贴在这里，第一行是列名"
          autoSize={{ minRows: 3, maxRows: 8 }}
          value={table.csv}
          onChange={({ target }) => onTable({ csv: target.value })}
        />
      )}
    </>
  )
}

/** Renders the name of the chosen file and its number of rows, the heading not counted. */
function ChosenFile({ name, csv, onRemove }: { name: string; csv: string; onRemove: () => void }) {
  const rows = csv.split('\n').filter((line) => line.trim() !== '').length - 1
  return (
    <Notice
      action={
        <Button aria-label={`移除文件：${name}`} onClick={onRemove}>
          移除
        </Button>
      }
    >
      {name}，{formatCount(Math.max(0, rows))} 行
    </Notice>
  )
}

/** Renders how many rows were imported and which could not be read. */
function ImportOutcome({ result: { list, year, rows, matched, faults } }: { result: RankImportResult }) {
  return (
    <>
      <Notice tone={faults.length > 0 ? 'warning' : 'info'}>
        {list} {year}：读入 {formatCount(rows)} 行，与库中 {formatCount(matched)} 种期刊相符
        {faults.length > 0 && `，${formatCount(faults.length)} 行无法读取`}
      </Notice>
      {faults.length > 0 && <BrokenList list={faults} />}
    </>
  )
}

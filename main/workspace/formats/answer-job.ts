import { assertNever } from '../../../shared/assert-never'
import type { ReadingAnswer, ReadingJob } from './reading-jobs'

/** Does a job of the reading worker. Each format is loaded only when one of its files is read. */
export async function answerJob(job: ReadingJob): Promise<ReadingAnswer> {
  switch (job.kind) {
    case 'pdf':
      return (await import('./extract-pdf')).extractPdf(job.bytes, job.lastLine)
    case 'docx':
      return (await import('./extract-docx')).extractDocx(job.bytes, job.lastLine)
    case 'xlsx':
      return (await import('./extract-xlsx')).extractXlsx(job.bytes, job.lastLine)
    case 'notebook':
      return (await import('./extract-notebook')).extractNotebook(job.bytes, job.lastLine)
    case 'image':
      return (await import('./scale-image')).scaleImage(job)
    case 'page':
      return (await import('./extract-page')).extractPage(job)
    case 'definitions':
      return { kind: 'definitions', found: await (await import('../../syntax/find-definitions')).findDefinitions(job.sources) }
    default:
      return assertNever(job)
  }
}

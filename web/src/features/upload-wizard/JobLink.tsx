// From an upload to the job that is, or was, at it.
import { AnchorLink } from '@/components/ui/links'

interface JobLinkProps {
  /** None for those who may only look, and before there is a job. */
  jobId: string | null | undefined
}

export function JobLink({ jobId }: JobLinkProps) {
  if (!jobId) return null
  return (
    <AnchorLink to="/jobs/$id" params={{ id: jobId }} size="sm">
      Show in Jobs
    </AnchorLink>
  )
}

/** The API for components. Responses are cached by operation and input, and read again after a change. */
import {
  keepPreviousData,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { call } from './call.ts'
import type { Answer, ApiFailure, Input, OperationName } from './call.ts'
import { onBack } from './connection.ts'
import { afterPress } from '../press.ts'
import { callWithPassword } from './password.ts'
import { SESSION_KEY, setSession } from './session.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiFailure
  }
}

const RETRIES_MAX = 2
/** A cached response is fresh for this time, ms. Then the next component reads it again. */
const FRESH_MS = 5000

/** Retries a read without a response or with a status from 500. Other error responses are not retried. */
function mayRetry(failures: number, error: ApiFailure): boolean {
  return failures < RETRIES_MAX && (error.status === null || error.status >= 500)
}

/** A client that asks the member to sign in again after the session has ended. */
export function createQueryClient(): QueryClient {
  function onError(error: ApiFailure): void {
    if (error.code === 'session_ended' || error.code === 'missing_api_key') setSession(client, 'ended')
    // Another tab signed in again and has another token: the next try uses it.
    if (error.code === 'csrf_failed') void client.invalidateQueries({ queryKey: SESSION_KEY })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: mayRetry, staleTime: FRESH_MS }, mutations: { retry: false } },
  })
  // A response may move what the member presses.
  notifyManager.setScheduler((notify) => void setTimeout(() => afterPress(notify)))
  // Reads that failed meanwhile, and everything that may have changed.
  onBack(() => void client.invalidateQueries())
  return client
}

/** `Last`: the last response, or the rows of a list. */
export interface ReadOptions<Last> {
  /** Reads again after this time while the page is visible, ms. The time may depend on what was read last. */
  everyMs?: number | undefined | ((last: Last | undefined) => number | undefined)
  /** false: do not read yet. */
  enabled?: boolean | undefined
}

/** Reads an operation. While it reads another input, the previous response stays. */
export function useRead<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  { everyMs, enabled = true }: ReadOptions<Answer<Name>> = {},
): UseQueryResult<Answer<Name>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state }) => (typeof everyMs === 'function' ? everyMs(state.data) : everyMs),
  })
}

/** Rows of a page without `limit`, as the API has them. */
const PAGE_ROWS_DEFAULT = 50

/** The rows of a list, page by page. */
export interface Pages<Row> {
  rows: Row[]
  /** The first page has not arrived yet. */
  isLoading: boolean
  error: ApiFailure | null
  refetch: () => void
  hasMore: boolean
  /** A filter has found few rows. A page with one reads a bounded number of rows, so there may be more, or none. */
  endsEarly: boolean
  isLoadingMore: boolean
  loadMore: () => void
}

/** The other parameters filter. */
interface ListQuery {
  limit?: number
  expand?: string
}

interface Page {
  next_cursor: string | null
}

/** Operations with pages by `cursor`. */
export type ListName = {
  [Name in OperationName]: Answer<Name> extends Page
    ? Input<Name> extends { query?: { cursor?: string | undefined } | undefined }
      ? Name
      : never
    : never
}[OperationName]

/** Reads a list page by page. `rowsOf` takes the rows out of a response. */
export function useReadPages<Name extends ListName, Row>(
  name: Name,
  input: Input<Name>,
  rowsOf: (answer: Answer<Name>) => Row[],
  { everyMs, enabled = true }: ReadOptions<Row[]> = {},
): Pages<Row> {
  const list = useInfiniteQuery({
    queryKey: [name, input, 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const { query = {} } = input as { query?: object }
      const ofPage = { ...(input as object), query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) } }
      return call(name, ofPage as unknown as Input<Name>, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as Page).next_cursor,
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state }) =>
      typeof everyMs === 'function' ? everyMs(state.data?.pages.flatMap((page) => rowsOf(page))) : everyMs,
  })
  const last = list.data?.pages.at(-1)
  const { limit = PAGE_ROWS_DEFAULT, expand: _, ...filters } = (input as { query?: ListQuery }).query ?? {}
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined)
  return {
    rows: list.data?.pages.flatMap((page) => rowsOf(page)) ?? [],
    isLoading: list.isPending,
    error: list.error,
    refetch: () => void list.refetch(),
    hasMore: list.hasNextPage,
    endsEarly: isFiltered && last !== undefined && rowsOf(last).length < limit,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
  }
}

export interface ChangeOptions<Name extends OperationName> {
  /** All responses of these operations are read again after the change. */
  changes?: readonly OperationName[]
  /** Called after the change, even if the component is gone. The `onSuccess` of `mutate` is not called then. The change is pending until its promise ends. */
  onSuccess?: (answer: Answer<Name>) => void | Promise<void>
}

/** Reads all responses of an operation again. A first read on its way may have begun before the change, so it begins again. */
function readAgain(client: QueryClient, name: OperationName): void {
  const ofName = { queryKey: [name] }
  void client.cancelQueries(ofName)
  void client.invalidateQueries(ofName)
}

/** Calls an operation to change something. If it needs the password, a dialog asks for it. */
export function useChange<Name extends OperationName>(
  name: Name,
  { changes = [], onSuccess }: ChangeOptions<Name> = {},
): UseMutationResult<Answer<Name>, ApiFailure, Input<Name>> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Name>) => callWithPassword(name, input),
    onSuccess(answer) {
      for (const changed of changes) readAgain(client, changed)
      return onSuccess?.(answer)
    },
  })
}

/** The cached responses. */
export function useCache() {
  const client = useQueryClient()
  return {
    /** Keeps a response as if it had just been read. */
    put<Name extends OperationName>(name: Name, input: Input<Name>, answer: Answer<Name>): void {
      client.setQueryData([name, input], answer)
    },
    readAgain: (name: OperationName) => readAgain(client, name),
  }
}

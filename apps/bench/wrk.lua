-- Walks the requests of a file, each a path and perhaps an entity tag, and prints what came of it as one line of JSON.
local prepared = {}
local sent = 0

function init(args)
  for line in io.lines(args[1]) do
    local path, etag = line:match("^([^\t]*)\t(.*)$")
    local headers = {}
    for name, value in pairs(wrk.headers) do headers[name] = value end
    if etag ~= "" then headers["If-None-Match"] = etag end
    prepared[#prepared + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  sent = sent % #prepared + 1
  return prepared[sent]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    'RESULT {"requests":%d,"seconds":%f,"bytes":%d,"p50":%f,"p99":%f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, summary.bytes,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed
  ))
end

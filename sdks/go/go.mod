module github.com/tidings-owner/tidings/sdks/go

go 1.24.0

require github.com/lib/pq v1.12.3

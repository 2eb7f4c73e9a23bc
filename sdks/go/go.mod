module github.com/tidings-owner/tidings/sdks/go

go 1.24.0

require (
	github.com/lib/pq v1.12.3
	github.com/oapi-codegen/runtime v1.7.0
)

require (
	github.com/apapsch/go-jsonmerge/v2 v2.0.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
)

// Package calls sends the requests of package api.
package calls

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Doer sends one HTTP request. *http.Client is a Doer.
type Doer interface {
	Do(request *http.Request) (*http.Response, error)
}

// Client is where the requests go.
type Client struct {
	Server string
	Doer   Doer
}

// Response is a part of every response.
type Response struct {
	Body         []byte
	HTTPResponse *http.Response
}

// StatusCode is the status of the response, for example 200.
func (response Response) StatusCode() int { return response.HTTPResponse.StatusCode }

// Send sends a request. Result is a struct with a Response. If the response has the status 200, its body becomes the
// field JSON200. params is nil, or a pointer to a struct whose fields have the tag query or header. body is nil, or a
// value that becomes JSON.
func Send[Result any](ctx context.Context, client Client, method, path string, params, body any) (*Result, error) {
	request, err := newRequest(ctx, method, strings.TrimRight(client.Server, "/")+path, body)
	if err != nil {
		return nil, err
	}
	addParams(request, params)
	response, err := client.Doer.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	result := new(Result)
	fields := reflect.ValueOf(result).Elem()
	fields.FieldByName("Response").Set(reflect.ValueOf(Response{read, response}))
	if field := fields.FieldByName("JSON" + strconv.Itoa(response.StatusCode)); field.IsValid() {
		if err := json.Unmarshal(read, field.Addr().Interface()); err != nil {
			return nil, err
		}
	}
	return result, nil
}

func newRequest(ctx context.Context, method, address string, body any) (*http.Request, error) {
	if body == nil {
		return http.NewRequestWithContext(ctx, method, address, nil)
	}
	written, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(written))
	if err == nil {
		request.Header.Set("Content-Type", "application/json")
	}
	return request, err
}

// Attributes are the values of a message by their names. The service takes them as a list.
type Attributes map[string]any

// MarshalJSON writes the list in the order of the names, so that equal attributes are equal requests.
func (attributes Attributes) MarshalJSON() ([]byte, error) {
	type attribute struct {
		Name  string `json:"name"`
		Value any    `json:"value"`
	}
	list := []attribute{}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		list = append(list, attribute{name, attributes[name]})
	}
	return json.Marshal(list)
}

// addParams adds the fields that are not zero.
func addParams(request *http.Request, params any) {
	pointer := reflect.ValueOf(params)
	if params == nil || pointer.IsNil() {
		return
	}
	query, fields := url.Values{}, pointer.Elem()
	for index := range fields.NumField() {
		field, tag := fields.Field(index), fields.Type().Field(index).Tag
		if field.IsZero() {
			continue
		}
		if field.Kind() == reflect.Pointer {
			field = field.Elem()
		}
		text := fmt.Sprint(field.Interface())
		if moment, isTime := field.Interface().(time.Time); isTime {
			text = moment.Format(time.RFC3339Nano)
		}
		if name := tag.Get("header"); name != "" {
			request.Header.Set(name, text)
		} else {
			query.Set(tag.Get("query"), text)
		}
	}
	request.URL.RawQuery = query.Encode()
}
